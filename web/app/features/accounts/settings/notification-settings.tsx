import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import { NEWS_TEXTS } from '@nofiller/contract/news/news-rules'
import type { ReactNode } from 'react'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { mergeUser } from '../../../session/session.ts'
import { Checkbox } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { Panel } from '../../../ui/page.tsx'

type NotificationSettingsProps = {
  user: SessionUser
  children?: ReactNode
}

/** Which emails the user wants. The result of saving is shown above `children` and the form. */
export function NotificationSettings({ user, children }: NotificationSettingsProps) {
  const { notifyPurchases, notifyUpdates } = user
  const form = useForm({
    initial: { notifyPurchases, notifyUpdates },
    send: (body) => call('PUT /api/settings', { body: { ...body, page: '/settings' } }),
    onSent: ({ user }) => {
      mergeUser(user)
      form.reset()
    },
    failureOf: () => 'Failed to save settings.',
  })
  return (
    <>
      <FormNote form={form} sent="Settings saved." />
      {children}
      <Panel>
        <Form form={form} onChange={form.clear} className="grid justify-items-start gap-4">
          <h2 className="text-md/5 font-650">Email me about</h2>
          <Checkbox {...form.tick('notifyPurchases')} hint="A receipt for every paid order.">
            Purchase receipts
          </Checkbox>
          <Checkbox {...form.tick('notifyUpdates')} hint={NEWS_TEXTS.settingsHint}>
            {NEWS_TEXTS.settings}
          </Checkbox>
          <p className="text-sm text-faint">
            Codes, notices that keep your account safe, and emails about orders and payouts that need you
            always come.
          </p>
          <SubmitButton form={form}>Save</SubmitButton>
        </Form>
      </Panel>
    </>
  )
}
