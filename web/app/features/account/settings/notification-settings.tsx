import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import { NEWS_TEXTS, type NewsSettingsPage } from '@nofiller/contract/personal-data/news-rules'
import type { ReactNode } from 'react'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { mergeUser } from '../../../session/session.ts'
import { Checkbox } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { Panel } from '../../../ui/page.tsx'

type NotificationSettingsProps = {
  user: SessionUser
  /** The page it stands on, which a consent to news names. */
  page: NewsSettingsPage
  children?: ReactNode
}

/** Which mails the user wants. What became of saving them is said above `children` and the form. */
export function NotificationSettings({ user, page, children }: NotificationSettingsProps) {
  const { notifyPurchases, notifyUpdates } = user
  const form = useForm({
    initial: { notifyPurchases, notifyUpdates },
    send: (body) => call('PUT /api/settings', { body: { ...body, page } }),
    onSent: ({ user }) => {
      mergeUser(user)
      form.reset()
    },
    failureOf: () => 'Failed to save settings.',
  })
  return (
    <>
      <FormNote of={form} sent="Settings saved." />
      {children}
      <Panel>
        <Form of={form} onChange={form.clear} className="grid justify-items-start gap-4">
          <h2 className="text-md/5 font-650">Email me about</h2>
          <Checkbox {...form.tick('notifyPurchases')} hint="A receipt for every paid order.">
            Purchase receipts
          </Checkbox>
          <Checkbox {...form.tick('notifyUpdates')} hint={NEWS_TEXTS.settingsHint}>
            {NEWS_TEXTS.settings}
          </Checkbox>
          <SubmitButton of={form}>Save</SubmitButton>
        </Form>
      </Panel>
    </>
  )
}
