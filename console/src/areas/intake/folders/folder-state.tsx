import type { WatchFolder } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'

/** Whether a folder is watched, and if not, why. */
export function FolderState({ folder }: { readonly folder: WatchFolder }) {
  const t = useText()
  if (folder.reason === 'account' && folder.account?.reason)
    return <StatusMark tone="bad">{t(`intake:accounts.reasons.${folder.account.reason}`)}</StatusMark>
  if (folder.reason !== null)
    return <StatusMark tone="bad">{t(`intake:folders.reasons.${folder.reason}`)}</StatusMark>
  if (folder.isPaused) return <StatusMark tone="hollow">{t('intake:folders.states.paused')}</StatusMark>
  if (folder.scannedAt === null) return <StatusMark tone="draft">{t('intake:folders.states.new')}</StatusMark>
  return <StatusMark tone="good">{t('intake:folders.states.watched')}</StatusMark>
}

/** The path of a watched folder on the server, or in its account. */
export function placeOf({ root, path, account }: Pick<WatchFolder, 'root' | 'path' | 'account'>): string {
  if (account !== null) return path === '' ? account.name : `${account.name}: ${path}`
  return path === '' ? root : `${root}/${path}`
}
