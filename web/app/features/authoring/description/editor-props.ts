/** What every editor of the description takes: it shows `value` and says what it becomes. */
export type EditorProps = {
  value: string
  onChange: (html: string) => void
  /** Ids of the label and of what explains it. */
  labelledBy: string
  describedBy: string
  isInvalid: boolean
  /** Whether to take the focus, which whoever stood in its place had. */
  takesFocus: boolean
}

/** What an editor needs in order to upload pictures. */
export type PictureProps = {
  /** Of the game, below whose name its pictures are stored. */
  title: string
  /** How many are being uploaded. */
  uploads: number
  onUploads: (running: number) => void
}

/** What makes an element that can be edited a named text field. */
export const textboxAttributes = ({
  labelledBy,
  describedBy,
  isInvalid,
}: Pick<EditorProps, 'labelledBy' | 'describedBy' | 'isInvalid'>): Record<string, string> => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-labelledby': labelledBy,
  'aria-describedby': describedBy,
  ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
})
