import { Globe } from '@phosphor-icons/react/dist/csr/Globe'
import { Keyboard } from '@phosphor-icons/react/dist/csr/Keyboard'
import { Moon } from '@phosphor-icons/react/dist/csr/Moon'
import { SignOut } from '@phosphor-icons/react/dist/csr/SignOut'
import { useChooseLanguage, useWorkspace } from '../../../areas/identity'
import { useLanguage, useText } from '../../../lib/i18n'
import { keyCaps } from '../../../lib/keys'
import { languageCodes, languages } from '../../../lib/languages'
import { setTheme, themes, useTheme } from '../../../lib/theme'
import type { FinderRow, FinderSection } from '../../../ui/finder'
import { Kbd } from '../../../ui/kbd'
import { showOverlay } from '../overlays'
import { addressOf, useCommands, useNavEntries, useSettingsTabs } from '../registry'

/** Screens and actions whose names contain the phrase. */
export function usePaletteSections(phrase: string): readonly FinderSection[] {
  const t = useText()
  const places = useScreens()
  const tabs = useTabs()
  const actions = useActions()
  const settings = useSettings()
  const found = (rows: readonly FinderRow[]) => rows.filter(({ text }) => matches(text, phrase))
  return [
    {
      id: 'places',
      heading: t('app:palette.goTo'),
      label: t('app:palette.goTo'),
      rows: found(phrase === '' ? places : [...places, ...tabs]),
    },
    {
      id: 'actions',
      heading: t('app:palette.do'),
      label: t('app:palette.do'),
      rows: [...found(actions), ...(phrase === '' ? [] : found(settings))],
    },
  ]
}

function useScreens(): FinderRow[] {
  const t = useText()
  const { environment } = useWorkspace()
  return useNavEntries().map((entry) => ({
    id: entry.to,
    text: entry.label(t),
    icon: <entry.icon size={16} />,
    href: addressOf(entry, environment.id),
    end: <Caps keys={entry.keys} />,
  }))
}

function useTabs(): FinderRow[] {
  const t = useText()
  const { environment } = useWorkspace()
  return useSettingsTabs().map((tab) => ({
    id: tab.to,
    text: tab.label(t),
    note: t('identity:settings.title'),
    icon: <tab.icon size={16} />,
    href: addressOf(tab, environment.id),
  }))
}

function useActions(): FinderRow[] {
  const t = useText()
  const { user, environment } = useWorkspace()
  const commands = useCommands().map((command) => ({
    id: command.href(''),
    text: command.label(t),
    icon: <command.icon size={16} />,
    href: command.href(environment.id),
    end: <Caps keys={command.keys} />,
  }))
  return [
    ...commands,
    {
      id: 'keys',
      text: t('app:keys.title'),
      icon: <Keyboard size={16} />,
      end: <Caps keys="?" />,
      onAction: () => later(() => showOverlay('keys')),
    },
    {
      id: 'logOut',
      text: user.impersonation === null ? t('app:logOut.submit') : t('identity:impersonation.stopActing'),
      icon: <SignOut size={16} className="rtl:-scale-x-100" />,
      onAction: () => later(() => showOverlay('logOut')),
    },
  ]
}

/** Theme and language. Shown only when the phrase matches, like the tabs of Settings. */
function useSettings(): FinderRow[] {
  const t = useText()
  const language = useLanguage()
  const theme = useTheme()
  const chooseLanguage = useChooseLanguage()
  return [
    ...themes
      .filter((id) => id !== theme)
      .map((id) => ({
        id,
        text: t('app:palette.theme', { theme: t(`app:themes.${id}`) }),
        icon: <Moon size={16} />,
        onAction: () => setTheme(id),
      })),
    ...languageCodes
      .filter((code) => code !== language)
      .map((code) => ({
        id: code,
        text: t('app:palette.language', { language: languages[code].name }),
        icon: <Globe size={16} />,
        onAction: () => chooseLanguage(code),
      })),
  ]
}

function Caps({ keys }: { keys: string | undefined }) {
  if (keys === undefined) return null
  return (
    <span className="flex gap-1">
      {keyCaps(keys).map((cap) => (
        <Kbd key={cap}>{cap}</Kbd>
      ))}
    </span>
  )
}

/** Runs after the palette has closed, so that focus is restored first. */
function later(run: () => void): void {
  setTimeout(run)
}

function matches(text: string, phrase: string): boolean {
  return text.toLocaleLowerCase().includes(phrase.toLocaleLowerCase())
}
