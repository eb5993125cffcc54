import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { useRetry } from './use-retry'

/** Retries failed processing, beside the status. */
export function RetryLink({ content }: { readonly content: Content }) {
  const t = useText()
  const { retry, busy } = useRetry(content)
  return (
    <Button variant="link" size="small" busy={busy} onPress={retry} className="-my-1.5 -ms-1">
      {t('library:actions.retry')}
    </Button>
  )
}
