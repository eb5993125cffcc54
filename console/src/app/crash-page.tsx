import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorPage } from './error-page'

/** Replaces the whole console when even the shell failed to render. */
export function CrashPage(props: ErrorComponentProps) {
  return (
    <main>
      <ErrorPage {...props} />
    </main>
  )
}
