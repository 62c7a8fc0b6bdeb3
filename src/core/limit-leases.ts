/** What a server asks of a limit that servers share, in the limit's own unit. */
export interface LeaseWish {
  /** Of the key and the limit. */
  readonly name: string
  readonly limit: number
  /** What the server could use now. */
  readonly demand: number
  /** What it uses and cannot give back, such as open sockets. */
  readonly held: number
  /** Whether the server has no lease yet. Others may have begun at the same time, so it gets no more than each of them. */
  readonly isNew: boolean
}

export interface LeaseAnswer {
  /** Number of servers that share limits, with this one. */
  readonly servers: number
  /** This server's part of each limit. Those of all servers add up to the limit at most, but for what is held. */
  readonly shares: ReadonlyMap<string, number>
}

/** Shares of limits, which servers hold for a time. */
export interface LimitLeases {
  /** Takes or renews what is wished, for `leaseMs`, and gives back the rest. All or nothing. */
  renew(server: string, wishes: readonly LeaseWish[], leaseMs: number): Promise<LeaseAnswer>
  /** Gives all back. */
  release(server: string): Promise<void>
}
