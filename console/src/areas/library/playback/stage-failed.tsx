import type { Content } from '@kinora/contract'
import { ArrowClockwise } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { errorText, isRetryable } from '../contents/status'
import { useRightsOn } from '../rights'
import { useRetry } from '../video/use-retry'

/** Explains why the video cannot be played, with the actions that can help. */
export function StageFailed({ content }: { readonly content: Content }) {
  const t = useText()
  const rights = useRightsOn(content)
  const { retry, busy } = useRetry(content)
  const { error } = content
  return (
    <div
      data-theme="dark"
      className="absolute inset-0 grid place-content-center justify-items-center p-6 text-center text-ink"
    >
      <WarningCircle size={28} className="text-bad" aria-hidden />
      <p className="mt-3 text-16 font-head text-balance">
        {error ? errorText(t, error) : t('library:status.failed')}
      </p>
      {error && (
        <p className="mt-1 max-w-100 text-pretty text-ink-2">{t(`library:hints.${hintFor(error)}`)}</p>
      )}
      {rights.update && isRetryable(content) && (
        <Button
          variant="primary"
          busy={busy}
          icon={<ArrowClockwise size={16} />}
          onPress={retry}
          className="mt-5"
        >
          {t('library:actions.retry')}
        </Button>
      )}
    </div>
  )
}

function hintFor({ id, retryable }: NonNullable<Content['error']>): 'retry' | 'address' | 'file' {
  if (retryable) return 'retry'
  return id.startsWith('download') ? 'address' : 'file'
}
