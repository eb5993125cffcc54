import { SignOut } from '@phosphor-icons/react/dist/csr/SignOut'
import { UserCircle } from '@phosphor-icons/react/dist/csr/UserCircle'
import { Link } from '@tanstack/react-router'
import { useChooseLanguage, useRoleName, useWorkspace } from '../../areas/identity'
import { useLanguage, useText } from '../../lib/i18n'
import { languageCodes, languages } from '../../lib/languages'
import { setTheme, themes, useTheme } from '../../lib/theme'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Segmented } from '../../ui/segmented'
import { Select } from '../../ui/select'
import { showOverlay } from './overlays'
import { addressOf, useNavEntries } from './registry'

const rowLook = 'flex min-h-11 items-center gap-3 border-b border-rule text-14 text-ink'

/** The entries that do not fit into the bottom bar of a phone. */
export function MoreSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { user, environment } = useWorkspace()
  const entries = useNavEntries()
  const language = useLanguage()
  const theme = useTheme()
  const roleName = useRoleName()
  const chooseLanguage = useChooseLanguage()
  return (
    <Dialog title={`${user.firstName} ${user.lastName}`} isOpen onOpenChange={onClose}>
      <p className="mb-4 text-ink-3">{roleName(environment.role)}</p>
      <nav aria-label={t('app:more.title')} className="flex flex-col border-t border-rule">
        {entries.map((entry) => (
          <Link key={entry.to} to={addressOf(entry, environment.id)} onClick={onClose} className={rowLook}>
            <entry.icon size={20} className="text-ink-2" aria-hidden />
            {entry.label(t)}
          </Link>
        ))}
        <Link
          to="/$environmentId/account"
          params={{ environmentId: environment.id }}
          onClick={onClose}
          className={rowLook}
        >
          <UserCircle size={20} className="text-ink-2" aria-hidden />
          {t('identity:account.title')}
        </Link>
      </nav>
      <div className="mt-5 flex flex-col gap-4">
        <Select
          label={t('app:account.language')}
          value={language}
          onChange={chooseLanguage}
          options={languageCodes.map((id) => ({ id, label: languages[id].name }))}
        />
        <Segmented
          label={t('app:account.theme')}
          value={theme}
          onChange={setTheme}
          options={themes.map((id) => ({ id, content: t(`app:themes.${id}`) }))}
        />
        <Button
          icon={<SignOut size={16} className="rtl:-scale-x-100" />}
          onPress={() => showOverlay('logOut')}
        >
          {user.impersonation === null ? t('app:logOut.submit') : t('identity:impersonation.stopActing')}
        </Button>
      </div>
    </Dialog>
  )
}
