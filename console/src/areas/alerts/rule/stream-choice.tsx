import { alertLimits } from '@kinora/contract/alerts/values'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { StreamSelect } from '../../live'

interface StreamChoiceProps {
  readonly ids: readonly string[]
  readonly onChange: (ids: string[]) => void
}

/** The live streams that a rule watches. Without a selection it watches any. */
export function StreamChoice({ ids, onChange }: StreamChoiceProps) {
  const t = useText()
  const label = t('alerts:form.streams')
  return (
    <div className="flex flex-col gap-2">
      <Suspense>
        {ids.map((id) => (
          <div key={id} className="flex items-end gap-1">
            <div className="min-w-0 flex-1">
              <StreamSelect
                label={label}
                value={id}
                onChange={(next) => onChange([...new Set(ids.map((each) => (each === id ? next : each)))])}
              />
            </div>
            <IconButton
              label={t('alerts:form.removeStream')}
              onPress={() => onChange(ids.filter((each) => each !== id))}
            >
              <X size={14} />
            </IconButton>
          </div>
        ))}
        {ids.length < alertLimits.filterValues && (
          <StreamSelect
            key={ids.length}
            label={ids.length === 0 ? label : t('alerts:form.addStream')}
            value=""
            onChange={(id) => onChange([...new Set([...ids, id])])}
            {...(ids.length === 0 && { help: t('alerts:form.anyStream') })}
          />
        )}
      </Suspense>
    </div>
  )
}
