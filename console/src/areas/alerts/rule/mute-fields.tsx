import type { AlertMute } from '@kinora/contract'
import { alertLimits } from '@kinora/contract/alerts/values'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { TextField } from '../../../ui/text-field'

interface MuteFieldsProps {
  readonly mutes: readonly AlertMute[]
  readonly onChange: (mutes: AlertMute[]) => void
  readonly error: string | undefined
}

const DAYS = [1, 2, 3, 4, 5, 6, 7]
/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1, 12)

/** Times of the week in which nobody is notified. */
export function MuteFields({ mutes, onChange, error }: MuteFieldsProps) {
  const t = useText()
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const rows = mutes.map((mute, place) => ({ mute, place }))
  const replace = (place: number, next: AlertMute) =>
    onChange(mutes.map((mute, n) => (n === place ? next : mute)))
  return (
    <section aria-label={t('alerts:form.mutes')} className="flex flex-col gap-2 border-t border-rule pt-4">
      <h3 className="text-13 font-mid">{t('alerts:form.mutes')}</h3>
      <p className="text-12 text-ink-3">{t('alerts:form.mutesAbout')}</p>
      {rows.map(({ mute, place }) => (
        <MuteRow
          key={place}
          mute={mute}
          onChange={(next) => replace(place, next)}
          onRemove={() => onChange(mutes.filter((_, n) => n !== place))}
        />
      ))}
      {error !== undefined && <p className="text-12 text-bad">{error}</p>}
      {mutes.length < alertLimits.mutes && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} />}
            onPress={() => onChange([...mutes, { days: DAYS, from: '22:00', to: '06:00', timezone }])}
          >
            {t('alerts:form.addMute')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface MuteRowProps {
  readonly mute: AlertMute
  readonly onChange: (mute: AlertMute) => void
  readonly onRemove: () => void
}

function MuteRow({ mute, onChange, onRemove }: MuteRowProps) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const short = new Intl.DateTimeFormat(tag, { weekday: 'narrow', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' })
  const dayOf = (day: number) => new Date(MONDAY_MS + (day - 1) * 86_400_000)
  const toggle = (day: number) => {
    const days = mute.days.includes(day) ? mute.days.filter((each) => each !== day) : [...mute.days, day]
    // A window without days would never apply.
    if (days.length > 0) onChange({ ...mute, days: days.toSorted() })
  }
  return (
    <div className="flex flex-col gap-2 rounded-2 border border-rule-2 p-3">
      <fieldset className="flex gap-1">
        <legend className="sr-only">{t('alerts:form.days')}</legend>
        {DAYS.map((day) => {
          const isOn = mute.days.includes(day)
          return (
            <button
              key={day}
              type="button"
              aria-pressed={isOn}
              aria-label={long.format(dayOf(day))}
              onClick={() => toggle(day)}
              className={cx(
                'size-7 rounded-full text-11 pointer-coarse:size-9',
                isOn ? 'bg-act-soft font-mid text-act-text' : 'text-ink-3 hover:bg-hover',
              )}
            >
              {short.format(dayOf(day))}
            </button>
          )
        })}
      </fieldset>
      <div className="flex items-end gap-2">
        <TextField
          label={t('alerts:form.from')}
          ltr
          maxLength={5}
          value={mute.from}
          onChange={(from) => onChange({ ...mute, from })}
        />
        <TextField
          label={t('alerts:form.to')}
          ltr
          maxLength={5}
          value={mute.to}
          onChange={(to) => onChange({ ...mute, to })}
        />
        <IconButton label={t('alerts:form.removeMute')} onPress={onRemove}>
          <X size={14} />
        </IconButton>
      </div>
      <p className="text-12 text-ink-3">{mute.timezone}</p>
    </div>
  )
}
