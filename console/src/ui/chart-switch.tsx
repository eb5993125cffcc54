import type { Icon } from '@phosphor-icons/react'
import { ChartBar } from '@phosphor-icons/react/dist/csr/ChartBar'
import { Table } from '@phosphor-icons/react/dist/csr/Table'
import { useText } from '../lib/i18n'
import { IconButton } from './icon-button'

interface ChartSwitchProps {
  readonly isTable: boolean
  readonly onSwitch: (isTable: boolean) => void
  /** A large button with this icon of the chart, instead of a small one with bars. */
  readonly chart?: Icon
}

/** Shows a chart as a table, and back. */
export function ChartSwitch({ isTable, onSwitch, chart }: ChartSwitchProps) {
  const t = useText()
  const Shown = isTable ? (chart ?? ChartBar) : Table
  return (
    <IconButton
      size={chart === undefined ? 'small' : 'normal'}
      label={isTable ? t('ui:chart.asChart') : t('ui:chart.asTable')}
      onPress={() => onSwitch(!isTable)}
    >
      <Shown size={chart === undefined ? 16 : 18} />
    </IconButton>
  )
}
