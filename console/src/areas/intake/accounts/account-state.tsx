import type { CloudAccount } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'

/** Whether an account works, and if not, why. */
export function AccountState({ account }: { readonly account: CloudAccount }) {
  const t = useText()
  if (account.reason !== null)
    return <StatusMark tone="bad">{t(`intake:accounts.reasons.${account.reason}`)}</StatusMark>
  if (account.checkedAt === null)
    return <StatusMark tone="draft">{t('intake:accounts.states.new')}</StatusMark>
  return <StatusMark tone="good">{t('intake:accounts.states.ok')}</StatusMark>
}

/** The address of an account, as people write it. */
export function addressOf(account: CloudAccount): string {
  switch (account.kind) {
    case 's3':
      return joined(
        account.settings.endpoint ?? account.settings.region,
        account.settings.bucket,
        account.settings.folder,
      )
    case 'gcs':
      return joined(account.settings.endpoint ?? 'gs:/', account.settings.bucket, account.settings.folder)
    case 'azure':
      return joined(
        account.settings.endpoint ?? account.settings.account,
        account.settings.container,
        account.settings.folder,
      )
    case 'webdav':
      return account.settings.url
    default: {
      const { user, host, port, folder } = account.settings
      const place = `${account.kind}://${user}@${host}:${port}`
      return folder === '' ? place : `${place}/${folder.replace(/^\//, '')}`
    }
  }
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/')
}
