;;; emacs.el --- Eglot plays 2048 in batch  -*- lexical-binding: t -*-
;; Completions, their boards, hover and diagnostics, as Emacs gets them through the configuration of editors/.
(require 'eglot)
(require 'cl-lib)
(setq eglot-sync-connect 10
      eglot-autoshutdown nil
      eglot-send-changes-idle-time 0.1
      inhibit-message nil)
(load (expand-file-name "editors/emacs/eleven.el" (getenv "ELEVEN_ROOT")) nil t)
(setq eleven-command (list (getenv "ELEVEN") "lsp" "--seed" "3"))

(defun fail-unless (condition &rest arguments)
  (unless condition
    (message "emacs: %s" (apply #'format arguments))
    (kill-emacs 1)))

(defun candidates ()
  "The completions at point, and what `completion-at-point' knows about them."
  (eglot--signal-textDocument/didChange)
  (pcase-let* ((`(,begin ,end ,table . ,properties) (eglot-completion-at-point)))
    (list (all-completions (buffer-substring begin end) table) properties)))

(let ((file (make-temp-file "eleven" nil ".txt")))
  (find-file file)
  (text-mode)
  (insert "2048.")
  (eleven-start)
  (fail-unless (eglot-current-server) "no server")
  (pcase-let ((`(,labels ,properties) (candidates)))
    (fail-unless (equal labels '("Begin Game")) "options at the start: %S" labels)
    (let ((label (car labels)) (exit (plist-get properties :exit-function)))
      (insert label)
      (funcall exit label 'finished)))
  (fail-unless (string-match-p "\\`2048(seed=[0-9]+)\\.Begin\\'" (buffer-string)) "after Begin: %s" (buffer-string))
  (goto-char (point-max))
  (insert ".")
  (pcase-let* ((`(,labels ,properties) (candidates))
               (move (cl-find-if (lambda (label) (member label '("Up" "Down" "Left" "Right"))) labels)))
    (fail-unless move "no move among %S" labels)
    (fail-unless (member "# Show Grid" labels) "no grid among %S" labels)
    (let ((document (funcall (plist-get properties :company-doc-buffer) move)))
      (fail-unless (and document (with-current-buffer document
                                   (string-match-p "Score [0-9]+\\(?: (\\+[0-9]+)\\)?, 1 move" (buffer-string))))
                   "no board for %s" move))
    (insert move))
  (eglot--signal-textDocument/didChange)
  (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover
                                (eglot--TextDocumentPositionParams))))
    (fail-unless (string-match-p "1 move" (format "%S" hover)) "hover: %S" hover))
  (message "emacs: %s" (buffer-string))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server))
  (delete-file file)
  (kill-emacs 0))
