import { Component, type ReactNode } from 'react'
import { Note } from '../../../ui/feedback/note.tsx'

type PreviewBoundaryProps = {
  /** What is shown: when it changes, it is tried again. */
  of: unknown
  children: ReactNode
}

/** Keeps a preview that fails from taking the form down, with all that was entered. */
export class PreviewBoundary extends Component<PreviewBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidUpdate({ of }: PreviewBoundaryProps) {
    if (this.state.hasFailed && of !== this.props.of) this.setState({ hasFailed: false })
  }
  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <Note kind="warn">This preview can’t be shown. What you entered is still here.</Note>
  }
}
