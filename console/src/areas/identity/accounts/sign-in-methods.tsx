import type { User } from '@kinora/contract'
import { Key } from '@phosphor-icons/react/dist/csr/Key'
import { ShieldCheck } from '@phosphor-icons/react/dist/csr/ShieldCheck'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { StatusMark } from '../../../ui/status-mark'
import { AccountRow } from '../account-section'
import type { AccountDialog } from '../search'

interface SignInMethodsProps {
  readonly me: User
  readonly onDialog: (dialog: AccountDialog) => void
}

/** The user's password and second factor. */
export function SignInMethods({ me, onDialog }: SignInMethodsProps) {
  const t = useText()
  const isActing = me.impersonation !== null
  return (
    <>
      <AccountRow
        icon={<Key size={20} aria-hidden />}
        title={t('identity:fields.password')}
        actions={
          me.hasPassword ? (
            <Button disabled={isActing} onPress={() => onDialog('password')}>
              {t('identity:account.changePassword')}
            </Button>
          ) : (
            !isActing && (
              <LinkButton to="/reset" state={{ email: me.email }}>
                {t('identity:account.setPassword')}
              </LinkButton>
            )
          )
        }
      >
        {me.hasPassword ? t('identity:account.passwordAbout') : t('identity:account.noPassword')}
      </AccountRow>
      <AccountRow
        icon={<ShieldCheck size={20} aria-hidden />}
        title={
          <>
            {t('identity:factor.title')}
            <span className="font-body">
              <StatusMark tone={me.hasSecondFactor ? 'good' : 'hollow'}>
                {me.hasSecondFactor ? t('identity:factor.on') : t('identity:factor.off')}
              </StatusMark>
            </span>
          </>
        }
        actions={
          me.hasSecondFactor ? (
            <Button disabled={isActing || me.needsSecondFactor} onPress={() => onDialog('factor-off')}>
              {t('identity:factor.turnOff')}
            </Button>
          ) : (
            <Button disabled={isActing || !me.hasPassword} onPress={() => onDialog('factor')}>
              {t('identity:factor.turnOn')}
            </Button>
          )
        }
      >
        {me.hasSecondFactor ? t('identity:factor.onAbout') : t('identity:factor.offAbout')}
        {me.needsSecondFactor && ` ${t('identity:factor.required')}`}
        {!me.hasSecondFactor && !me.hasPassword && ` ${t('identity:factor.needsPassword')}`}
      </AccountRow>
    </>
  )
}
