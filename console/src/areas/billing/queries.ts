import type { MeterId } from '@kinora/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'

/** Usage is charged once a minute. */
const refreshMs = 30_000

/** All queries about the billing of an organization. */
export const keysOf = (organizationId: string) => ['billing', organizationId] as const

export function accountQuery(id: string) {
  return queryOptions({
    queryKey: [...keysOf(id), 'account'],
    queryFn: ({ signal }) => api('getBillingAccount', { params: { id }, signal }),
    refetchInterval: refreshMs,
  })
}

export function periodsQuery(id: string) {
  return queryOptions({
    queryKey: [...keysOf(id), 'periods'],
    queryFn: ({ signal }) => api('getBillingPeriods', { params: { id }, signal }),
  })
}

/** @param at a time in the period; empty for the current one */
export function usageQuery(id: string, at: string) {
  return queryOptions({
    queryKey: [...keysOf(id), 'usage', at],
    queryFn: ({ signal }) =>
      api('getBillingUsage', { params: { id }, query: at === '' ? {} : { at }, signal }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })
}

/** The cost of more usage now. @param usage quantities of meters, such as `streaming:60000` */
export function estimateQuery(id: string, usage: string) {
  return queryOptions({
    queryKey: [...keysOf(id), 'estimate', usage],
    queryFn: ({ signal }) => api('estimateCost', { params: { id }, query: { usage }, signal }),
    placeholderData: keepPreviousData,
  })
}

export interface UsagePlace {
  readonly at: string
  readonly meter: MeterId
  readonly environment: string
  readonly object: string
}

export function meterUsageQuery(id: string, { at, meter, environment, object }: UsagePlace) {
  const query = {
    ...(at !== '' && { at }),
    ...(environment !== '' && { environmentId: environment }),
    ...(object !== '' && { objectId: object }),
  }
  return queryOptions({
    queryKey: [...keysOf(id), 'meter', meter, query],
    queryFn: ({ signal }) => api('getMeterUsage', { params: { id, meter }, query, signal }),
  })
}

export function plansQuery(id: string) {
  return queryOptions({
    queryKey: [...keysOf(id), 'plans'],
    queryFn: ({ signal }) => api('listOrganizationPlans', { params: { id }, signal }),
  })
}

export function useChangePlan(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (planId: string) => api('changeBillingPlan', { params: { id }, body: { planId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysOf(id) }),
  })
}

export function useSetSpendCap(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (amount: number | null) => api('setSpendCap', { params: { id }, body: { amount } }),
    onSuccess: (account) => queries.setQueryData(accountQuery(id).queryKey, account),
  })
}
