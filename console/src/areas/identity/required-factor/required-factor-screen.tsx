import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { safeBack } from '../guards'
import { meQuery } from '../queries'
import { SignInLayout } from '../sign-in/sign-in-layout'
import { useSignOut } from '../sign-out/queries'

const TurnOnFactor = lazy(async () => ({
  default: (await import('../accounts/turn-on-factor')).TurnOnFactor,
}))
const RecoveryCodes = lazy(async () => ({
  default: (await import('../accounts/recovery-codes')).RecoveryCodes,
}))

const route = getRouteApi('/second-factor')

/** Leads a user to set up the second factor that an organization or a role requires. */
export function RequiredFactorScreen() {
  const t = useText()
  const { back } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useSuspenseQuery({ ...meQuery, refetchOnWindowFocus: 'always' })
  const signOut = useSignOut()
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const isDone = !me.mustSetUpFactor && codes === undefined
  useEffect(() => {
    if (isDone) void navigate({ href: safeBack(back), replace: true })
  }, [isDone, back, navigate])
  return (
    <SignInLayout
      title={t('identity:requiredFactor.title')}
      heading={t('identity:requiredFactor.heading')}
      intro={t('identity:requiredFactor.intro')}
    >
      <div className="flex flex-col items-stretch gap-4">
        {me.hasPassword ? (
          <Button variant="primary" size="large" onPress={() => setOpen(true)}>
            {t('identity:requiredFactor.start')}
          </Button>
        ) : (
          <>
            <p className="text-13 text-pretty text-ink-2">{t('identity:requiredFactor.needsPassword')}</p>
            <LinkButton to="/reset" state={{ email: me.email }} variant="primary" size="large">
              {t('identity:requiredFactor.setPassword')}
            </LinkButton>
          </>
        )}
        <p className="text-12 text-pretty text-ink-3">{t('identity:requiredFactor.recovery')}</p>
        <Button
          variant="link"
          size="small"
          busy={signOut.isPending}
          onPress={() => signOut.mutate()}
          className="-ms-2.5 self-start"
        >
          {t('identity:requiredFactor.signOut')}
        </Button>
      </div>
      <Suspense>
        {isOpen && codes === undefined && (
          <TurnOnFactor
            onClose={() => setOpen(false)}
            onMade={(made) => {
              setCodes(made)
              setOpen(false)
            }}
          />
        )}
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      </Suspense>
    </SignInLayout>
  )
}
