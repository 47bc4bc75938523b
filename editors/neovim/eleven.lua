-- 2048 in Neovim (0.7 or later): copy this into init.lua. Type `2048.` in any file, then CTRL-X CTRL-O.
-- Show the list even for one entry, and the board beside it.
vim.opt.completeopt = { 'menuone', 'preview' }
vim.cmd('autocmd BufRead,BufNewFile *.2048 setfiletype 2048')

-- The first completion also writes the seed of the game; the built-in omnifunc ignores this edit. CompleteDone runs again for the
-- same entry when the next list opens, so the seed is written only once.
local function write_seed()
  local item = vim.tbl_get(vim.v.completed_item, 'user_data', 'nvim', 'lsp', 'completion_item') or {}
  for _, edit in ipairs(item.additionalTextEdits or {}) do
    local line = vim.fn.getline(edit.range.start.line + 1)
    local client = vim.lsp.get_client_by_id(vim.g.eleven_client)
    if client and not line:find(edit.newText, 1, true) then
      vim.lsp.util.apply_text_edits({ edit }, vim.api.nvim_get_current_buf(), client.offset_encoding)
    end
  end
end

-- Tiles in the colours of their ranks (Neovim 0.9 or later).
local colours = { '#998675', '#a5835a', '#d8752f', '#dd6232', '#e05038', '#d93a1e', '#b8930f', '#b08a00', '#a88300', '#a07c00',
  '#987500', '#8f6fb0', '#7a5cae', '#6a4aa8', '#5a3aa0', '#4a2a98', '#3a1a90', '#301488', '#260e80',
  '#1c0878' }
for rank, colour in ipairs(vim.fn.has('nvim-0.9') == 1 and colours or {}) do
  vim.api.nvim_set_hl(0, '@lsp.mod.rank' .. rank, { fg = colour })
end

vim.api.nvim_create_autocmd({ 'FileType', 'BufEnter' }, {
  pattern = '*',
  callback = function(args)
    if vim.bo[args.buf].buftype ~= '' then return end
    vim.bo[args.buf].omnifunc = 'v:lua.vim.lsp.omnifunc'
    local client = vim.g.eleven_client or vim.lsp.start_client({
      name = 'eleven', cmd = vim.g.eleven_command or { 'eleven', 'lsp' } })
    vim.g.eleven_client = client
    vim.lsp.buf_attach_client(args.buf, client)
    local once = vim.api.nvim_create_augroup('eleven' .. args.buf, { clear = true })
    vim.api.nvim_create_autocmd('CompleteDone', { group = once, buffer = args.buf, callback = write_seed })
  end,
})
