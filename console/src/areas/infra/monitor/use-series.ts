import type { InfraFigure } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { infraHistoryQuery } from '../queries'

/** Finds the last day of a figure. */
export function useSeries() {
  const { data } = useQuery(infraHistoryQuery())
  return {
    /** When the first measurement was made. Null if there is none. */
    since: data?.since ?? null,
    valuesOf: (figure: InfraFigure, machine: string | null = null) =>
      data?.series.find((each) => each.figure === figure && each.machine === machine)?.values,
  }
}
