import { PEN_NAME, PEN_NAME_TEXT, penNameProblem } from '@nofiller/contract/pen-names/pen-name-rules'
import { useForm } from '../../api/use-form.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Field, TextInput } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useChoosePenName } from './use-pen-name.ts'

type ChangePenNameProps = {
  /** The present one; null for the first. */
  current: string | null
  onClose: () => void
}

/** A dialog that chooses a pen name, or another one. */
export function ChangePenName({ current, onClose }: ChangePenNameProps) {
  const choose = useChoosePenName()
  const form = useForm({
    initial: { penName: current ?? '' },
    check: ({ penName }) => ({ penName: penNameProblem(penName) }),
    send: ({ penName }) => choose(penName),
    onSent: ({ name }) => {
      onClose()
      toast(
        <>
          Your pen name is <bdi translate="no">{name}</bdi>
          {'.'}
        </>,
      )
    },
  })
  return (
    <FormDialog
      form={form}
      title={current === null ? 'Choose a pen name' : 'Change pen name'}
      width="small"
      button="Save"
      onClose={onClose}
    >
      <p className="text-muted">
        {current === null
          ? 'It stands under the reviews that you sign with it, and links to nothing.'
          : 'All reviews that you signed with it carry the new one. The old one is nobody’s for a year, not yours either.'}
      </p>
      <PenNameField {...form.field('penName')} />
    </FormDialog>
  )
}

type PenNameFieldProps = {
  value: string
  error: string | null
  onChange: (event: { target: { value: string } }) => void
}

/** Where a pen name is typed, with its rule. */
export const PenNameField = (field: PenNameFieldProps) => (
  <Field
    label="Pen name"
    hint={`${field.error === PEN_NAME_TEXT.rule ? '' : `${PEN_NAME_TEXT.rule}. `}You can change it ${PEN_NAME.changeDays} days later.`}
    {...field}
  >
    <TextInput autoComplete="off" spellCheck={false} translate="no" maxLength={PEN_NAME.max} />
  </Field>
)
