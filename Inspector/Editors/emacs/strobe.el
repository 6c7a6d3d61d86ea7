;;; strobe.el --- Debug stores with dap-mode -*- lexical-binding: t; -*-

;; Load it after dap-mode: (load-file "…/Inspector/Editors/emacs/strobe.el"), then M-x dap-debug.

(require 'dap-mode)

(defun strobe-dap-provider (configuration)
  "Fill in how the adapter is started for CONFIGURATION."
  (dap--put-if-absent configuration :dap-server-path '("strobe" "dap"))
  (dap--put-if-absent configuration :sourceRoots (vector (or (lsp-workspace-root) default-directory)))
  configuration)

(dap-register-debug-provider "strobe" #'strobe-dap-provider)
(dap-register-debug-template "Strobe: attach to the running process"
                             (list :type "strobe" :request "attach" :name "Strobe"))

;; The log of the stores and the answers of commands are of the category console, which is not shown otherwise.
(add-to-list 'dap-output-buffer-filter "console")

(defun strobe-dap-step-back ()
  "Look at the entry before."
  (interactive)
  (dap--step "stepBack" (dap--cur-session-or-die)))

(defun strobe-dap-reverse-continue ()
  "Look at the last entry before that a breakpoint fits."
  (interactive)
  (dap--step "reverseContinue" (dap--cur-session-or-die)))

(provide 'strobe)
;;; strobe.el ends here
