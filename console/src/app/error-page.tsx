import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useText } from '../lib/i18n'
import { ErrorState } from '../ui/error-state'

/** Replaces a screen that failed to render. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const t = useText()
  const router = useRouter()
  const retry = useCallback(() => {
    reset()
    void router.invalidate()
  }, [reset, router])
  return (
    <div className="px-8 pt-24 max-sm:px-4 max-sm:pt-12">
      <title>{`${t('app:errors.title')} · Kinora`}</title>
      <ErrorState
        headingLevel={1}
        title={t('app:errors.title')}
        error={error}
        safe={t('app:errors.safe')}
        onRetry={retry}
      />
    </div>
  )
}
