import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { FactorCode } from './factor-code'
import { SignInLayout } from './sign-in-layout'

interface FactorStepProps {
  readonly error: unknown
  readonly busy: boolean
  readonly onCode: (code: string) => void
  readonly onBack: () => void
}

/** The second step of signing in, for users with a second factor. */
export function FactorStep({ error, busy, onCode, onBack }: FactorStepProps) {
  const t = useText()
  return (
    <SignInLayout
      title={t('identity:signIn.title')}
      heading={t('identity:secondStep.heading')}
      intro={t('identity:secondStep.intro')}
    >
      <FactorCode error={error} busy={busy} onCode={onCode} submit={t('identity:signIn.submit')} />
      <p className="mt-2">
        <Button variant="link" size="small" onPress={onBack} className="-ms-2.5">
          {t('identity:secondStep.back')}
        </Button>
      </p>
    </SignInLayout>
  )
}
