import { Component, type ReactNode } from 'react'
import { Failure } from './failure.tsx'

/** Keeps a page that fails from taking the others with it. Give it the page's path as key. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : <Failure error={error} />
  }
}
