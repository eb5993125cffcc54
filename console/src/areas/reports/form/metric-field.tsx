import { type ReportMetric, reportMetrics } from '@kinora/contract/reports/values'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { FieldGroup } from './field-group'

interface MetricFieldProps {
  readonly value: readonly ReportMetric[]
  readonly onChange: (metrics: ReportMetric[]) => void
  readonly error: string | undefined
}

/** The metrics of a report. */
export function MetricField({ value, onChange, error }: MetricFieldProps) {
  const t = useText()
  const format = useFormat()
  const note = t('reports:form.metricsOf', {
    chosen: format.number(value.length),
    all: format.number(reportMetrics.length),
  })
  return (
    <FieldGroup label={t('reports:form.metrics')} note={note} error={error}>
      <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2 xl:grid-cols-3">
        {reportMetrics.map((metric) => (
          <Checkbox
            key={metric}
            checked={value.includes(metric)}
            onChange={(on) =>
              onChange(reportMetrics.filter((one) => (one === metric ? on : value.includes(one))))
            }
          >
            {t(`reports:metrics.${metric}`)}
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  )
}
