import { useIsMutating, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/toast-store'
import { AccountSection } from '../account-section'
import { meQuery } from '../queries'
import type { AccountDialog } from '../search'
import { SignInActivity } from '../security-log/sign-in-activity'
import { MyOrganizations } from './my-organizations'
import { PersonalDetails } from './personal-details'
import { confirmingFactor } from './queries'
import { Sessions } from './sessions'
import { SignInMethods } from './sign-in-methods'

const ChangePassword = lazy(async () => ({ default: (await import('./change-password')).ChangePassword }))
const TurnOnFactor = lazy(async () => ({ default: (await import('./turn-on-factor')).TurnOnFactor }))
const TurnOffFactor = lazy(async () => ({ default: (await import('./turn-off-factor')).TurnOffFactor }))
const RecoveryCodes = lazy(async () => ({ default: (await import('./recovery-codes')).RecoveryCodes }))
const NewOrganization = lazy(async () => ({
  default: (await import('../organizations/new-organization')).NewOrganization,
}))
const LogOutDialog = lazy(async () => ({
  default: (await import('../sign-out/log-out-dialog')).LogOutDialog,
}))

interface AccountSectionsProps {
  /** The open dialog, named by the address. */
  readonly dialog: AccountDialog | undefined
  readonly onDialog: (dialog: AccountDialog | undefined) => void
}

/** The signed-in user's own account. */
export function AccountSections({ dialog, onDialog }: AccountSectionsProps) {
  const t = useText()
  const { data: me } = useSuspenseQuery(meQuery)
  const [leaving, setLeaving] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const isConfirming = useIsMutating(confirmingFactor) > 0
  const close = () => onDialog(undefined)
  const isActing = me.impersonation !== null
  return (
    <div className="mt-4 max-w-[908px]">
      {isActing && (
        <div className="mb-4">
          <Banner tone="info">
            {t('identity:account.acting', { name: `${me.firstName} ${me.lastName}` })}
          </Banner>
        </div>
      )}
      <AccountSection title={t('identity:account.personal')} about={t('identity:account.personalAbout')}>
        <PersonalDetails me={me} />
      </AccountSection>
      <AccountSection title={t('identity:account.manage')} about={t('identity:account.manageAbout')}>
        <SignInMethods me={me} onDialog={onDialog} />
      </AccountSection>
      <AccountSection title={t('identity:sessions.title')} about={t('identity:sessions.about')}>
        <Sessions />
      </AccountSection>
      <AccountSection title={t('identity:activity.title')} about={t('identity:activity.about')}>
        <SignInActivity />
      </AccountSection>
      <AccountSection
        title={t('identity:account.organizations')}
        about={t('identity:account.organizationsAbout')}
      >
        <MyOrganizations organizations={me.organizations} onNew={() => onDialog('organization')} />
      </AccountSection>
      <AccountSection title={t('identity:account.logOut')} about={t('identity:account.logOutAbout')}>
        <Button onPress={() => setLeaving(true)}>
          {isActing ? t('identity:impersonation.stopActing') : t('identity:account.logOut')}
        </Button>
      </AccountSection>
      <Suspense>
        {dialog === 'password' && me.hasPassword && !isActing && <ChangePassword onClose={close} />}
        {(dialog === 'factor' || isConfirming) && !isActing && !codes && (
          <TurnOnFactor
            onClose={close}
            onMade={(made) => {
              setCodes(made)
              close()
            }}
          />
        )}
        {codes && (
          <RecoveryCodes
            codes={codes}
            onDone={() => {
              setCodes(undefined)
              toast({ text: t('identity:factor.turnedOn'), tone: 'good' })
            }}
          />
        )}
        {dialog === 'factor-off' && me.hasSecondFactor && !isActing && <TurnOffFactor onClose={close} />}
        {dialog === 'organization' && <NewOrganization onClose={close} />}
        {leaving && <LogOutDialog onClose={() => setLeaving(false)} />}
      </Suspense>
    </div>
  )
}
