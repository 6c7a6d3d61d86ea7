" Debugs the demo with Vim and vimspector, whose folder is VIMSPECTOR; STROBE and STROBE_DEMO are the programs. Run by .ci/dap:
" it is the settings of Vim, then what runs in it. What it says is in OUT.
if !exists('g:vimspector_base_dir')
  set nocompatible hidden columns=160 lines=50
  let &runtimepath = $VIMSPECTOR . ',' . &runtimepath
  let g:vimspector_base_dir = tempname()
  filetype plugin on
  finish
endif
let s:said = []
let s:failures = 0
function s:check(ok, what)
  call add(s:said, (a:ok ? 'ok   ' : 'FAIL ') . a:what)
  let s:failures += !a:ok
  " Also if it hangs later.
  call writefile(s:said, $OUT)
endfunction
function s:wait(expression)
  for turn in range(200)
    if eval(a:expression) | return 1 | endif
    sleep 50m
  endfor
  return 0
endfunction
py3 <<PYTHON
def test_session():
    from vimspector import session_manager
    return next(iter(session_manager.Get().sessions.values()), None)

def test_is_ready():
    return int(test_session() is not None and test_session()._init_complete)

def test_frame():
    current = test_session() and test_session()._stackTraceView._current_frame
    return current['name'] if current else ''

def test_send(expression):
    arguments = {'expression': expression, 'context': 'repl'}
    test_session()._connection.DoRequest(lambda _: None, {'command': 'evaluate', 'arguments': arguments})

def test_windows():
    import vim
    return '\n'.join('\n'.join(window.buffer) for window in vim.windows)
PYTHON
let s:sources = getcwd() . '/Sources/StrobeDemo'
execute 'edit ' . s:sources . '/Profile/ProfileInteractor.swift'
set filetype=swift
call vimspector#AddFunctionBreakpoint('.loaded')
call vimspector#LaunchWithConfigurations(#{
      \ demo: #{
      \   adapter: #{command: [$STROBE, 'dap'], name: 'strobe'},
      \   breakpoints: #{exception: #{rejected: '', diverged: ''}},
      \   configuration: #{request: 'launch', via: 'stdio', sourceRoots: [s:sources],
      \     command: [$STROBE_DEMO, '--stdio', '--quiet', '--delay', '1']},
      \ }})
call s:check(s:wait('py3eval("test_is_ready()")'), 'runs')
py3 test_send('send .load')
call s:check(s:wait('py3eval("test_frame()") =~# "^▸ .loaded"'), 'stopped at the function breakpoint: ' . py3eval('test_frame()'))
call s:check(s:wait('py3eval("test_windows()") =~# "Would change"'), 'the variables show what would change')
call vimspector#StepOver()
call s:check(s:wait('py3eval("test_frame()") =~# "^#2 .loaded"'), 'stepped: ' . py3eval('test_frame()'))
call s:check(expand('%:t') ==# 'ProfileInteractor.swift' && getline('.') =~# 'context.dispatch', 'the cursor is where it was dispatched')
call vimspector#Reset(#{interactive: v:false})
call s:check(s:wait('py3eval("int(not test_session() or not test_session()._connection)")'), 'ended')
execute s:failures ? 'cquit!' : 'quitall!'
