import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { Globe } from '@phosphor-icons/react/dist/csr/Globe'
import { setLanguage, useLanguage, useText } from '../lib/i18n'
import { languageCodes, languages } from '../lib/languages'
import { Button } from './button'
import { Menu } from './menu'
import { MenuItem } from './menu-item'
import { MenuSection } from './menu-section'

/** The four languages by their own names. */
export function LanguageMenu() {
  const t = useText()
  const current = useLanguage()
  return (
    <Menu
      label={t('ui:language')}
      trigger={
        <Button variant="quiet" icon={<Globe size={16} />}>
          <span className="sr-only">{t('ui:language')}: </span>
          {languages[current].name}
          <CaretDown size={14} aria-hidden />
        </Button>
      }
    >
      <MenuSection label={t('ui:language')} selected={current}>
        {languageCodes.map((code) => (
          <MenuItem key={code} id={code} lang={code} onAction={() => void setLanguage(code)}>
            {languages[code].name}
          </MenuItem>
        ))}
      </MenuSection>
    </Menu>
  )
}
