import { useNavigate } from '@tanstack/react-router'
import { useWorkspace } from '../../areas/identity'
import { useText } from '../../lib/i18n'
import { useShortcut } from '../../lib/keys'
import { showOverlay } from './overlays'
import { addressOf, useCommands, useNavEntries } from './registry'

/** Registers the shortcuts that work on every screen. */
export function Shortcuts() {
  const t = useText()
  const { environment } = useWorkspace()
  const commands = useCommands()
  const entries = useNavEntries()
  useShortcut('mod+k', t('app:palette.open'), () => showOverlay('palette'))
  useShortcut('?', t('app:keys.title'), () => showOverlay('keys'))
  return (
    <>
      {entries.map((entry) => (
        <GoTo
          key={entry.to}
          keys={entry.keys}
          label={t('app:keys.goTo', { place: entry.label(t) })}
          href={addressOf(entry, environment.id)}
        />
      ))}
      {commands.map((command) => (
        <GoTo
          key={command.href('')}
          keys={command.keys}
          label={command.label(t)}
          href={command.href(environment.id)}
        />
      ))}
    </>
  )
}

function GoTo({ keys, label, href }: { keys: string | undefined; label: string; href: string }) {
  const navigate = useNavigate()
  useShortcut(keys, label, () => void navigate({ href }))
  return null
}
