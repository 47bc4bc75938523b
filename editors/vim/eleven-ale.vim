" 2048 in Vim with ALE (vim-ale): copy this into vimrc. Type `2048.` in a file that has a type (`:setfiletype text` gives it
" one), then CTRL-X CTRL-O.
filetype plugin on
autocmd BufRead,BufNewFile *.2048 setfiletype 2048
autocmd FileType * setlocal omnifunc=ale#completion#OmniFunc
autocmd FileType * call s:Serve(expand('<amatch>'))
set completeopt=menuone,preview

function! s:Serve(type) abort
  if exists('*ale#linter#Define') || !empty(globpath(&runtimepath, 'autoload/ale/linter.vim'))
    call ale#linter#Define(a:type, {'name': 'eleven', 'lsp': 'stdio', 'executable': 'eleven', 'command': '%e lsp',
          \ 'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')}})
    " For many types ALE uses only the linters that it names itself.
    let names = map(ale#linter#Get(a:type), 'v:val.name')
    if index(names, 'eleven') < 0
      let b:ale_linters = names + ['eleven']
    endif
  endif
endfunction
