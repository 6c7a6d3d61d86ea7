-- Debug stores with nvim-dap: dofile('…/Inspector/Editors/neovim/strobe.lua') after it is loaded, then :DapContinue.
local dap = require('dap')

dap.adapters.strobe = { type = 'executable', command = 'strobe', args = { 'dap' } }

-- Stores are threads: one that is stopped is not to be resumed because another one stops.
dap.defaults.strobe.auto_continue_if_many_stopped = false

dap.configurations.swift = dap.configurations.swift or {}
table.insert(dap.configurations.swift, {
  type = 'strobe',
  request = 'attach',
  name = 'Strobe: attach to the running process',
})
table.insert(dap.configurations.swift, {
  type = 'strobe',
  request = 'attach',
  name = 'Strobe: open a recording',
  recording = function() return vim.fn.input('Recording: ', vim.fn.getcwd() .. '/', 'file') end,
})

-- nvim-dap has no function breakpoints of its own.
vim.api.nvim_create_user_command('StrobeBreak', function(given)
  local session = assert(dap.session(), 'Start debugging first: :DapContinue')
  local breakpoints = given.args == '' and {} or { { name = given.args } }
  session:request('setFunctionBreakpoints', { breakpoints = breakpoints }, function(failure, answer)
    for _, breakpoint in ipairs(answer and answer.breakpoints or {}) do
      if breakpoint.message then vim.notify(breakpoint.message) end
    end
    if failure then vim.notify(failure.message or 'refused', vim.log.levels.ERROR) end
  end)
end, { nargs = '?', desc = 'Stop before an action: :StrobeBreak STORE: .action* if CONDITION' })
