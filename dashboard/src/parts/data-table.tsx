import { Pagination, Table } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

export interface Column<T> {
  readonly title: string
  readonly cell: (row: T) => ReactNode
  readonly isNumber?: boolean
}

interface DataTableProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  readonly empty: string
}

const PAGE_ROWS = 50

/** A table in pages of 50 rows, so that thousands of rows stay fast. */
export function DataTable<T>({ rows, ...table }: DataTableProps<T>) {
  const [page, setPage] = useState(1)
  const last = Math.max(1, Math.ceil(rows.length / PAGE_ROWS))
  const current = Math.min(page, last)
  return (
    <TablePage
      {...table}
      rows={rows.slice((current - 1) * PAGE_ROWS, current * PAGE_ROWS)}
      page={current}
      last={last}
      onPage={setPage}
    />
  )
}

interface TablePageProps<T> extends DataTableProps<T> {
  readonly page: number
  readonly last: number
  readonly onPage: (page: number) => void
}

/** One page of a table. `rows` are those of the page. */
export function TablePage<T>({ label, columns, rows, keyOf, empty, page, last, onPage }: TablePageProps<T>) {
  if (rows.length === 0) return <p className="empty">{empty}</p>
  return (
    <div className="stack">
      <FittingTable label={label}>
        <Table highlightOnHover verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, isNumber }) => (
                <Table.Th key={title} className={isNumber ? 'numbers' : ''}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(({ title, cell, isNumber }) => (
                  <Table.Td key={title} data-title={title} className={isNumber ? 'numbers' : ''}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </FittingTable>
      {last > 1 && (
        <Pagination
          total={last}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </div>
  )
}

/** Narrower tables are lists, though their cells would fit. */
const MIN_WIDTH = 560

/** A table. Where its columns do not fit side by side, each row is a list of its cells with their titles. */
function FittingTable({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  const { ref } = useElementSize() // renders again when the width changes
  const needed = useRef(MIN_WIDTH)
  const [isList, setIsList] = useState(false)
  useLayoutEffect(() => {
    if (!place.current) return
    const { scrollWidth, clientWidth } = place.current
    if (!isList && scrollWidth > clientWidth) needed.current = Math.max(needed.current, scrollWidth)
    setIsList(clientWidth < needed.current)
  })
  return (
    <section className="table-scroll" data-list={isList || undefined} aria-label={label} ref={useMergedRef(place, ref)}>
      {children}
    </section>
  )
}
