import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorPage } from './error-page'

/** In place of the whole console, where not even the shell could be shown. */
export function LostPage(props: ErrorComponentProps) {
  return (
    <main>
      <ErrorPage {...props} />
    </main>
  )
}
