;;; eleven.el --- Play 2048 in the completion list  -*- lexical-binding: t -*-

;; Copyright (C) 2026 The Eleven authors

;; Author: The Eleven authors
;; Version: 0.2.0
;; Package-Requires: ((emacs "28.1") (eglot "1.8"))
;; Keywords: games
;; URL: https://github.com/eleven2048/eleven
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The language server of Eleven plays 2048 in the completion list of any
;; file, and checks game records (*.2048).  Run M-x eleven-start, type
;; `2048.', and then M-x completion-at-point.

;;; Code:

(require 'eglot)

(defgroup eleven nil
  "The game 2048."
  :group 'games)

(defcustom eleven-command '("eleven" "lsp")
  "The language server and its arguments."
  :type '(repeat string))

;;;###autoload
(define-derived-mode eleven-2048-mode text-mode "2048"
  "A mode for records of 2048 games.")

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.2048\\'" . eleven-2048-mode))

;;;###autoload
(defun eleven-start ()
  "Play 2048 in the completion list of this file."
  (interactive)
  (unless buffer-file-name
    (user-error "Save this buffer as a file first"))
  (let ((eglot-server-programs (list (cons major-mode eleven-command))))
    (call-interactively #'eglot)))

(provide 'eleven)
;;; eleven.el ends here
