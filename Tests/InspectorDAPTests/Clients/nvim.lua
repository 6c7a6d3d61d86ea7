-- Debugs the demo with Neovim and nvim-dap, whose folder is NVIM_DAP; STROBE and STROBE_DEMO are the programs. Run by .ci/dap.
vim.opt.rtp:append(vim.env.NVIM_DAP)
local dap = require('dap')
local failures, stops = 0, {}
local function say(...) io.stdout:write(table.concat(vim.tbl_map(tostring, { ... }), ' ') .. '\n') end
local function check(ok, what)
  say(ok and 'ok  ' or 'FAIL', what)
  if not ok then failures = failures + 1 end
end
local function wait(condition) return vim.wait(10000, condition, 10) end
local function base() return vim.fn.fnamemodify(vim.fn.bufname(), ':t') end
dap.listeners.after.event_stopped.test = function(_, body) table.insert(stops, body) end
local notes = {}
vim.notify = function(text) table.insert(notes, text) end

-- The configuration that users copy.
dofile('Inspector/Editors/neovim/strobe.lua')
dap.adapters.strobe.command = vim.env.STROBE
local sources = vim.fn.getcwd() .. '/Sources/StrobeDemo'
vim.cmd('edit ' .. sources .. '/Profile/ProfileInteractor.swift')
dap.run({
  type = 'strobe', request = 'launch', name = 'demo', via = 'stdio', sourceRoots = { sources },
  command = { vim.env.STROBE_DEMO, '--stdio', '--quiet', '--delay', '1' },
})
check(wait(function() return dap.session() and dap.session().initialized end), 'runs')
local session = dap.session()
local function ask(command, arguments)
  local done, failure, answer
  session:request(command, arguments, function(e, r) failure, answer, done = e, r, true end)
  wait(function() return done end)
  return answer, failure
end
local function stopped(count, what, frame)
  check(wait(function() return #stops >= count end), what .. ': ' .. (stops[count] and stops[count].description or 'nothing'))
  local function shown()
    local now = session.current_frame
    return now and vim.startswith(now.name, frame) and now.scopes and now.scopes[1].variables
  end
  check(wait(shown), 'frame ' .. (session.current_frame and session.current_frame.name or 'none'))
end
check(session.capabilities.supportsStepBack, 'can step back')
check(#ask('threads').threads == 8, 'threads are stores')
ask('evaluate', { expression = 'send .load', context = 'repl' })
ask('evaluate', { expression = 'wait .session.case == "loaded"', context = 'repl' })
ask('pause', { threadId = 1 })
check(wait(function() return session.threads[1].frames end), 'pause: ' .. (stops[1] and stops[1].description or 'nothing'))
-- nvim-dap goes to no thread that was paused.
session.stopped_thread_id = 1
dap.step_back()
stopped(2, 'step back', '#1 .load')
check(session.current_frame.scopes[1].name == 'State', 'scopes')
dap.step_over()
stopped(3, 'step over', '#2 .loaded')
check(base() == 'ProfileInteractor.swift' and vim.fn.getline('.'):find('context.dispatch'), 'the cursor is where it was dispatched')
dap.reverse_continue()
stopped(4, 'reverse continue', 'the initial state')
dap.continue()
vim.cmd('StrobeBreak .loaded')
ask('threads')
ask('evaluate', { expression = 'send .load', context = 'repl' })
stopped(5, 'function breakpoint', '▸ .loaded')
check(stops[5] and stops[5].reason == 'function breakpoint', 'reason')
dap.continue()
local labels = vim.tbl_map(function(target) return target.label end, ask('completions', { text = 'se', column = 3 }).targets)
check(vim.tbl_contains(labels, 'send'), 'completions ' .. table.concat(labels, ' '))
ask('evaluate', { expression = 'wait .session.case == "loaded"', context = 'repl' })
dap.repl.open()
dap.repl.execute('.session')
local function printed()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.bo[buffer].filetype == 'dap-repl' then
      for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
        if vim.startswith(line, '.loaded(') then return line end
      end
    end
  end
end
check(wait(printed), 'the console shows ' .. (printed() or 'nothing'))
dap.terminate()
check(wait(function() return dap.session() == nil end), 'ended')
for _, note in ipairs(notes) do say('    said:', note) end
vim.cmd(failures == 0 and 'qa!' or 'cq!')
