export type HeadingLevel = 1 | 2 | 3

/** The props of every editor of the description: it shows `value` and reports changes. */
export type EditorProps = {
  value: string
  onChange: (html: string) => void
  /** Ids of the label and of the explanation. */
  labelledBy: string
  describedBy: string
  isInvalid: boolean
  /** Whether to take the focus from the element it replaces. */
  takesFocus: boolean
  /** The headings that the rich editor offers. */
  headings: readonly HeadingLevel[]
}

/** What an editor needs in order to upload pictures. */
export type PictureProps = {
  /** The game's title, which names the folder of its pictures. */
  title: string
  /** The number of running uploads. */
  uploads: number
  onUploads: (running: number) => void
}

/** The attributes that make an editable element a named text field. */
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
