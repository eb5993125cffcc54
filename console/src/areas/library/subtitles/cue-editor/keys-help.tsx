import { Keyboard } from '@phosphor-icons/react/dist/csr/Keyboard'
import { useText } from '../../../../lib/i18n'
import { keyCaps } from '../../../../lib/keys'
import { DialogPopover } from '../../../../ui/dialog-popover'
import { IconButton } from '../../../../ui/icon-button'
import { Kbd } from '../../../../ui/kbd'

const rows = [
  ['move', ['↑', '↓']],
  ['extend', ['Shift', '↑', '↓']],
  ['open', ['Enter']],
  ['close', ['Esc']],
  ['goOn', ['Alt', 'Enter']],
  ['play', ['Alt', 'P']],
  ['nudge', ['←', '→']],
  ['add', ['Alt', 'N']],
  ['split', ['Alt', 'S']],
  ['merge', ['Alt', 'M']],
  ['remove', ['Delete']],
  ['find', ['Alt', 'F']],
  ['undo', keyCaps('mod+z')],
  ['redo', ['Shift', ...keyCaps('mod+z')]],
  ['save', keyCaps('mod+s')],
] as const

/** Lists the keys of the editor. */
export function KeysHelp() {
  const t = useText()
  return (
    <DialogPopover
      label={t('library:cues.keys.title')}
      placement="bottom end"
      className="w-72 p-4"
      trigger={
        <IconButton size="small" label={t('library:cues.keys.title')}>
          <Keyboard size={16} />
        </IconButton>
      }
    >
      <dl className="flex flex-col gap-2 text-13">
        {rows.map(([what, caps]) => (
          <div key={what} className="flex items-center justify-between gap-3">
            <dt className="text-ink-2">{t(`library:cues.keys.${what}`)}</dt>
            <dd dir="ltr" className="flex shrink-0 gap-1">
              {caps.map((cap) => (
                <Kbd key={cap}>{cap}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </DialogPopover>
  )
}
