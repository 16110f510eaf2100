import { showRecoveryCode } from '@nofiller/contract/accounts/second-factor-rules'
import { useStore } from '../../../shell/store-info.ts'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

/** They cannot be shown again: a click beside the dialog must not close it. */
const remind = () => toast('Save your codes, then press “I saved them”.')

/** Recovery codes, the only time they are shown. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { name } = useStore()
  const text = codes.map(showRecoveryCode).join('\n')
  const save = () =>
    saveFile(
      new Blob([`Recovery codes of ${name}. Each works once.\n\n${text}\n`], { type: 'text/plain' }),
      'recovery-codes.txt',
    )
  return (
    <Dialog
      title="Save your recovery codes"
      width="small"
      onClose={remind}
      footer={
        <Button kind="primary" onClick={onDone}>
          I saved them
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>
          These codes are shown only once. If you lose your phone, you can use each code once, after your
          password.
        </p>
        <ul
          aria-label="Recovery codes"
          translate="no"
          className="mono grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-2 border border-line bg-inset px-4 py-3"
        >
          {codes.map((code) => (
            <li key={code}>{showRecoveryCode(code)}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button size="small" data-first-focus onClick={save}>
            Download
          </Button>
          <CopyButton text={text} name="Recovery codes" />
        </div>
      </div>
    </Dialog>
  )
}
