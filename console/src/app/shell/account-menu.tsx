import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { Keyboard } from '@phosphor-icons/react/dist/csr/Keyboard'
import { SignOut } from '@phosphor-icons/react/dist/csr/SignOut'
import { UserCircle } from '@phosphor-icons/react/dist/csr/UserCircle'
import { useChooseLanguage, useRoleName, useWorkspace } from '../../areas/identity'
import { useLanguage, useText } from '../../lib/i18n'
import { languageCodes, languages } from '../../lib/languages'
import { setTheme, themes, useTheme } from '../../lib/theme'
import { Avatar } from '../../ui/avatar'
import { BareButton } from '../../ui/bare-button'
import { Kbd } from '../../ui/kbd'
import { Menu } from '../../ui/menu'
import { MenuItem } from '../../ui/menu-item'
import { MenuSection } from '../../ui/menu-section'
import { showOverlay } from './overlays'

/** The user's menu at the foot of the sidebar. */
export function AccountMenu() {
  const t = useText()
  const { user, environment } = useWorkspace()
  const language = useLanguage()
  const theme = useTheme()
  const roleName = useRoleName()
  const chooseLanguage = useChooseLanguage()
  const name = `${user.firstName} ${user.lastName}`
  return (
    <Menu
      label={t('app:account.label')}
      placement="top start"
      trigger={
        <BareButton className="flex h-10 cursor-default items-center gap-2.5 rounded-2 px-1.5 text-start transition-colors hover:bg-hover aria-expanded:bg-press max-lg:justify-center">
          <Avatar firstName={user.firstName} lastName={user.lastName} id={user.id} />
          <span className="min-w-0 flex-1 max-lg:sr-only">
            <span dir="auto" className="cut own-way block text-13 font-mid">
              {name}
            </span>
            <span className="cut block text-11 text-ink-3">{roleName(environment.role)}</span>
          </span>
          <span className="sr-only">{t('app:account.label')}</span>
          <DotsThree size={16} weight="bold" className="me-1 shrink-0 text-ink-3 max-lg:hidden" aria-hidden />
        </BareButton>
      }
    >
      <MenuSection label={t('identity:account.title')}>
        <MenuItem icon={<UserCircle size={16} />} href={`/${environment.id}/account`}>
          {t('identity:account.title')}
        </MenuItem>
      </MenuSection>
      <MenuSection heading={t('app:account.language')} selected={language}>
        {languageCodes.map((code) => (
          <MenuItem key={code} id={code} lang={code} onAction={() => chooseLanguage(code)}>
            {languages[code].name}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection heading={t('app:account.theme')} selected={theme}>
        {themes.map((id) => (
          <MenuItem key={id} id={id} onAction={() => setTheme(id)}>
            {t(`app:themes.${id}`)}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection label={t('app:account.label')}>
        <MenuItem icon={<Keyboard size={16} />} end={<Kbd>?</Kbd>} onAction={() => showOverlay('keys')}>
          {t('app:keys.title')}
        </MenuItem>
        <MenuItem
          icon={<SignOut size={16} className="rtl:-scale-x-100" />}
          onAction={() => showOverlay('logOut')}
        >
          {user.impersonation === null ? t('app:logOut.submit') : t('identity:impersonation.stopActing')}
        </MenuItem>
      </MenuSection>
    </Menu>
  )
}
