import { chooseContent } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Container } from '../ui/page.tsx'

/** The choice in a bar above the page's content. */
export default function ContentChoiceNoticeBar({ onChosen }: { onChosen: () => void }) {
  const choose = (choice: 'show' | 'blur') => {
    onChosen()
    chooseContent(choice)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <section aria-label="18+ pictures" className="border-b border-line bg-surface print:hidden">
      <Container className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p className="text-ui">
          <b className="font-650">18+ pictures are blurred.</b>{' '}
          <span className="text-muted">You can switch at any time at the foot of every page.</span>
        </p>
        <span className="flex flex-wrap gap-2">
          <Button size="small" kind="primary" onClick={() => choose('show')}>
            Show 18+ pictures
          </Button>
          <Button size="small" onClick={() => choose('blur')}>
            Keep them blurred
          </Button>
        </span>
      </Container>
    </section>
  )
}
