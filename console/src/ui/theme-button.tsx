import { Moon } from '@phosphor-icons/react/dist/csr/Moon'
import { Sun } from '@phosphor-icons/react/dist/csr/Sun'
import { useText } from '../lib/i18n'
import { isDark, setTheme, useTheme } from '../lib/theme'
import { IconButton } from './icon-button'

/** Toggles light and dark; the account menu also offers "system". */
export function ThemeButton() {
  const t = useText()
  useTheme()
  const dark = isDark()
  return (
    <IconButton
      label={dark ? t('ui:lightTheme') : t('ui:darkTheme')}
      onPress={() => setTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <Sun size={16} /> : <Moon size={16} />}
    </IconButton>
  )
}
