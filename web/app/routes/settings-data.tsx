import { DataExport } from '../features/account/data/data-export.tsx'
import { titled } from '../shell/store-info.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Container, PageTitle } from '../ui/page.tsx'

export const meta = titled('Your data')

/** What the store knows of the user, to take along. */
export default function SettingsData() {
  return (
    <Container width="narrow" className="grid grid-cols-1 gap-6 pt-6 pb-16 phone:pt-10 phone:pb-24">
      <PageTitle>Your data</PageTitle>
      <DataExport />
      <div>
        <ButtonLink to="/settings" kind="quiet">
          All settings
        </ButtonLink>
      </div>
    </Container>
  )
}
