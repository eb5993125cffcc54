import { type EventType, eventGroups, eventTypes } from '@kinora/contract/vocabularies'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { cx } from '../../../ui/cx'
import { Segmented } from '../../../ui/segmented'

interface EventChoiceProps {
  readonly all: boolean
  readonly onAllChange: (all: boolean) => void
  readonly value: readonly EventType[]
  readonly onChange: (value: EventType[]) => void
  readonly error: string | undefined
}

/** All events, or chosen ones, in groups that open. */
export function EventChoice({ all, onAllChange, value, onChange, error }: EventChoiceProps) {
  const t = useText()
  const format = useFormat()
  const [open, setOpen] = useState(
    () => new Set(eventGroups.filter(({ types }) => isPartly(types, value)).map(({ id }) => id)),
  )
  const change = (types: readonly EventType[], on: boolean) =>
    onChange(eventTypes.filter((one) => (types.includes(one) ? on : value.includes(one))))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-2 text-13 font-mid text-ink">{t('activity:webhooks.events')}</legend>
      <div>
        <Segmented
          label={t('activity:webhooks.events')}
          value={all ? 'all' : 'some'}
          onChange={(chosen) => onAllChange(chosen === 'all')}
          options={[
            { id: 'all', content: t('activity:webhooks.allEvents') },
            { id: 'some', content: t('activity:webhooks.chooseEvents') },
          ]}
        />
      </div>
      {!all && (
        <ul className="border-rule border-y">
          {eventGroups.map(({ id, types }) => {
            const chosen = types.filter((type) => value.includes(type)).length
            const isOpen = open.has(id)
            const toggle = () =>
              setOpen(new Set(isOpen ? [...open].filter((one) => one !== id) : [...open, id]))
            return (
              <li key={id} className="border-rule border-b last:border-b-0">
                <div className="flex min-h-10 items-center gap-3">
                  <Checkbox
                    label={t(`eventGroups.${id}`)}
                    checked={chosen === types.length}
                    some={isPartly(types, value)}
                    onChange={(on) => change(types, on)}
                  />
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    onClick={toggle}
                    className="flex min-h-10 flex-1 items-center gap-2 rounded-1 text-start text-13"
                  >
                    <span className="flex-1">{t(`eventGroups.${id}`)}</span>
                    <span className="text-12 text-ink-3">
                      {t('activity:webhooks.chosenOf', {
                        chosen: format.number(chosen),
                        all: format.number(types.length),
                      })}
                    </span>
                    <CaretRight
                      size={14}
                      className={cx('shrink-0 text-ink-2', isOpen ? 'rotate-90' : 'rtl:-scale-x-100')}
                      aria-hidden
                    />
                  </button>
                </div>
                {isOpen && (
                  <div className="grid gap-3 ps-7 pt-1 pb-4 sm:grid-cols-2">
                    {types.map((type) => (
                      <Checkbox
                        key={type}
                        checked={value.includes(type)}
                        onChange={(on) => change([type], on)}
                      >
                        <span className="min-w-0">
                          {t(`eventTypes.${type}`)}
                          <code className="ltr block font-code text-11 break-all text-ink-3">{type}</code>
                        </span>
                      </Checkbox>
                    ))}
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {!all && error !== undefined && (
        <p role="alert" className="text-12 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function isPartly(types: readonly EventType[], value: readonly EventType[]): boolean {
  const chosen = types.filter((type) => value.includes(type)).length
  return chosen > 0 && chosen < types.length
}
