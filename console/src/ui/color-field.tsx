import { useId } from 'react'
import { useText } from '../lib/i18n'
import { Button } from './button'
import { labelLook } from './field-look'

interface ColorFieldProps {
  readonly label: string
  /** Six hex digits; empty if none is chosen. */
  readonly value: string
  /** The color without a choice. */
  readonly fallback: string
  readonly onChange: (value: string) => void
}

/** A color input that can be reset. */
export function ColorField({ label, value, fallback, onChange }: ColorFieldProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={labelLook}>
        {label}
      </label>
      <div className="flex items-center gap-2">
        <input
          id={id}
          type="color"
          value={`#${value || fallback}`}
          onChange={(event) => onChange(event.target.value.slice(1))}
          className="h-(--h-control) w-14 shrink-0 rounded-2 border border-rule-3 bg-panel p-1 hover:border-ink-3"
        />
        {value !== '' && (
          <Button variant="quiet" size="small" onPress={() => onChange('')}>
            {t('ui:colorReset')}
          </Button>
        )}
      </div>
    </div>
  )
}
