import { Component, type ReactNode } from 'react'
import { Note } from '../../../ui/feedback/note.tsx'

type PreviewBoundaryProps = {
  /** The shown value: when it changes, rendering is retried. */
  resetKey: unknown
  children: ReactNode
}

/** Prevents a failing preview from crashing the form, with all entered data. */
export class PreviewBoundary extends Component<PreviewBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidUpdate({ resetKey }: PreviewBoundaryProps) {
    if (this.state.hasFailed && resetKey !== this.props.resetKey) this.setState({ hasFailed: false })
  }
  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <Note kind="warn">This preview can’t be shown. What you entered is still here.</Note>
  }
}
