import { ArrowsLeftRight } from '@phosphor-icons/react/dist/csr/ArrowsLeftRight'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { DialogPopover } from '../../../../ui/dialog-popover'
import { IconButton } from '../../../../ui/icon-button'
import { Segmented } from '../../../../ui/segmented'
import { TextField } from '../../../../ui/text-field'

interface ShiftCuesProps {
  readonly chosen: number
  readonly onShift: (seconds: number, which: 'all' | 'chosen') => void
}

/** Moves all or the selected cues by a number of seconds. */
export function ShiftCues({ chosen, onShift }: ShiftCuesProps) {
  const t = useText()
  return (
    <DialogPopover
      label={t('library:cues.shift')}
      placement="bottom start"
      className="w-72 p-4"
      trigger={
        <IconButton size="small" label={t('library:cues.shift')}>
          <ArrowsLeftRight size={16} />
        </IconButton>
      }
    >
      {(close) => (
        <ShiftForm
          chosen={chosen}
          onShift={(seconds, which) => {
            onShift(seconds, which)
            close()
          }}
        />
      )}
    </DialogPopover>
  )
}

function ShiftForm({ chosen, onShift }: ShiftCuesProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const [which, setWhich] = useState<'all' | 'chosen'>(chosen > 1 ? 'chosen' : 'all')
  const seconds = /^[+-]?\d{1,5}(?:[.,]\d{1,3})?$/.test(typed.trim())
    ? Number(typed.trim().replace(',', '.'))
    : 0
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (seconds !== 0) onShift(seconds, which)
  }
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-3">
      <TextField
        ltr
        autoFocus
        label={t('library:cues.seconds')}
        help={t('library:cues.secondsHelp')}
        error={tried && seconds === 0 ? t('library:cues.secondsHelp') : undefined}
        value={typed}
        maxLength={12}
        onChange={setTyped}
      />
      {chosen > 0 && (
        <Segmented
          label={t('library:cues.which')}
          value={which}
          onChange={setWhich}
          options={[
            { id: 'all', content: t('library:cues.all') },
            {
              id: 'chosen',
              content: t('library:cues.chosen', { count: chosen }),
            },
          ]}
        />
      )}
      <Button type="submit" variant="primary">
        {t('library:cues.shiftSubmit')}
      </Button>
    </form>
  )
}
