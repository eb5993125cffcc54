import { useFormat } from '../../lib/format'
import { useSecondsUntil } from '../../lib/hooks/use-seconds-until'
import { useText } from '../../lib/i18n'
import { Problem } from '../../lib/problem'
import { problemText } from '../../lib/texts'
import { Banner } from '../../ui/banner'

/** The error of a form, above its submit button. */
export function FormProblem({ error }: { readonly error: unknown }) {
  const t = useText()
  if (error === null || error === undefined) return null
  return (
    <Banner tone="bad" live>
      {error instanceof Problem ? problemText(t, error) : t('ui:brokenPage')}
      {error instanceof Problem && error.retryAt && <Wait until={error.retryAt} />}
      {error instanceof Problem && error.id === 'sign-up-closed' && (
        <p className="text-pretty text-ink-2">{t('identity:signUp.askInvitation')}</p>
      )}
    </Banner>
  )
}

/** Counts down to the next allowed attempt. Screen readers do not announce each second. */
function Wait({ until }: { readonly until: Date }) {
  const t = useText()
  const format = useFormat()
  const left = useSecondsUntil(until)
  return (
    <p aria-live="off" className="tabular text-ink-2">
      {left > 0 ? t('identity:signIn.waitFor', { when: format.after(left) }) : t('identity:signIn.waitOver')}
    </p>
  )
}
