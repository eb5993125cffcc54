import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Banner } from '../../../ui/banner'

/** Why a form was not taken, above its button. */
export function FormProblem({ error }: { readonly error: unknown }) {
  const t = useText()
  if (error === null || error === undefined) return null
  return (
    <Banner tone="bad" live>
      {error instanceof Problem ? problemText(t, error) : t('ui:brokenPage')}
    </Banner>
  )
}
