/** A page of a list. */
export interface PageQuery {
  /** From 1. */
  readonly pageNum: number
  readonly pageSize: number
}

/** A page as in responses. */
export interface Page<Item> extends PageQuery {
  readonly items: Item[]
  /** Length of the whole list. */
  readonly totalItems: number
}

interface List<Row, Item> {
  /** An ordered query for all rows of the list. */
  readonly select: { limit(count: number): { offset(count: number): PromiseLike<Row[]> } }
  readonly total: PromiseLike<number>
  /** Converts the rows of the page. */
  view(rows: Row[]): Item[] | Promise<Item[]>
}

/** Loads a page of a list and the length of the list, in concurrent queries. */
export async function loadPage<Row, Item>(
  { pageNum, pageSize }: PageQuery,
  { select, total, view }: List<Row, Item>,
): Promise<Page<Item>> {
  const offset = pageOffset({ pageNum, pageSize })
  const [rows, totalItems] = await Promise.all([select.limit(pageSize).offset(offset), total])
  return { items: await view(rows), pageNum, pageSize, totalItems }
}

/** The number of items before a page. */
export function pageOffset({ pageNum, pageSize }: PageQuery): number {
  return (pageNum - 1) * pageSize
}
