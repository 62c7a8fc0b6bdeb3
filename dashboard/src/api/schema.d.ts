// Written by `npm run dashboard:types`; a test compares it with the server's OpenAPI document.

export interface paths {
    readonly "/dashboard/session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSession"];
        readonly put?: never;
        readonly post: operations["signIn"];
        readonly delete: operations["signOut"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/catalogue": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSpokenVoices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/text/readings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["listReadings"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listKeys"];
        readonly put?: never;
        readonly post: operations["createKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getUsage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/live": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getLiveFigures"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/packs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPacks"];
        readonly put?: never;
        readonly post: operations["installPack"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/dictionary/words": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listWords"];
        readonly put: operations["importWords"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/dictionary/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listWordRequests"];
        readonly put?: never;
        readonly post: operations["requestWord"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listJobs"];
        readonly put?: never;
        readonly post: operations["submitJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/jobs/estimate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["estimateJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/jobs/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeJob"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/clients": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listClients"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/clients/{name}/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["checkClient"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keyId": "4d2f6ab01c9e",
                     *       "name": "first",
                     *       "roles": [
                     *         "synthesis",
                     *         "admin"
                     *       ],
                     *       "version": "0.2.0",
                     *       "software": "Hoarfrost 0.2.0"
                     *     }
                     */
                    readonly "application/json": {
                        readonly keyId: string;
                        /** @description Name of the key */
                        readonly name: string;
                        readonly roles: readonly ("synthesis" | "admin")[];
                        /** @description Version of the server */
                        readonly version: string;
                        /** @description Program that marks of audio name; `null` if audio is not marked */
                        readonly software: string | null;
                    };
                };
            };
        };
    };
    readonly signIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Signed in */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly signOut: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Signed out; the cookie is deleted */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listSpokenVoices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The listing; it has an `ETag` */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "voices": [
                     *         {
                     *           "model": "coda",
                     *           "speaker": "luna",
                     *           "language": "eng",
                     *           "gender": "Female",
                     *           "age": "Young Adult",
                     *           "country": "US",
                     *           "dialect": "",
                     *           "demographic": "",
                     *           "genre": [
                     *             "Conversational"
                     *           ],
                     *           "styles": [],
                     *           "flagship": true,
                     *           "engine": "aria",
                     *           "pitchHz": 210,
                     *           "timbre": {
                     *             "formantRatio": 1.02,
                     *             "brightnessDb": -3.5
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        readonly voices: readonly {
                            /** @enum {string} */
                            readonly model: "coda" | "arcana" | "mistv3" | "mistv2";
                            readonly speaker: string;
                            /** @enum {string} */
                            readonly language: "eng" | "spa" | "jpn" | "por" | "ger" | "ara" | "fra" | "hin" | "heb" | "ita" | "nld" | "sin" | "tam";
                            readonly gender: string;
                            readonly age: string;
                            readonly country: string;
                            readonly dialect: string;
                            readonly demographic: string;
                            readonly genre: readonly string[];
                            readonly styles: readonly string[];
                            readonly flagship: boolean;
                            /** @description The engine that speaks it now */
                            readonly engine: string;
                            /** @description Mean fundamental frequency */
                            readonly pitchHz: number;
                            readonly timbre: {
                                /** @description Formants relative to those of the engine; above 1 is a shorter vocal tract */
                                readonly formantRatio: number;
                                /** @description Gain at 4 kHz relative to 500 Hz, in dB */
                                readonly brightnessDb: number;
                            };
                        }[];
                    };
                };
            };
        };
    };
    readonly listReadings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The tokens, in order */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "start": 0,
                     *           "end": 1,
                     *           "text": "7",
                     *           "kind": "number",
                     *           "category": "cardinal",
                     *           "spoken": [
                     *             {
                     *               "word": "seven",
                     *               "phonemes": [
                     *                 "S",
                     *                 "EH1",
                     *                 "V",
                     *                 "AH0",
                     *                 "N"
                     *               ],
                     *               "source": "lexicon",
                     *               "sense": null
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        readonly tokens: readonly {
                            /** @description Offset in the text, in UTF-16 units */
                            readonly start: number;
                            readonly end: number;
                            readonly text: string;
                            /** @enum {string} */
                            readonly kind: "word" | "number" | "abbreviation" | "symbol" | "address" | "markup" | "punctuation";
                            /**
                             * @description The kind in detail
                             * @enum {string}
                             */
                            readonly category: "word" | "given" | "punctuation" | "abbreviation" | "address" | "url" | "spell" | "symbol" | "cardinal" | "date" | "decimal" | "fraction" | "math" | "measure" | "money" | "ordinal" | "percent" | "range" | "roman" | "serial" | "telephone" | "time";
                            /** @description The words that are spoken; none for punctuation */
                            readonly spoken: readonly {
                                readonly word: string;
                                /** @description ARPAbet; null where the engine pronounces the word: in languages without a lexicon */
                                readonly phonemes: readonly string[] | null;
                                readonly source: ("dictionary" | "lexicon" | "spelled" | "guess") | null;
                                /** @description Which meaning of a homograph the words around it suggest, such as `vrb` or `nou` */
                                readonly sense: string | null;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    readonly listKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The keys, oldest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "id": "4d2f6ab01c9e",
                     *           "name": "phone",
                     *           "roles": [
                     *             "synthesis"
                     *           ],
                     *           "createdAt": "2026-03-01T12:00:00.000Z",
                     *           "expiresAt": null,
                     *           "revokedAt": null,
                     *           "state": "active",
                     *           "maxConcurrent": 4,
                     *           "limits": {
                     *             "sockets": 10
                     *           },
                     *           "lastUsedAt": null,
                     *           "isConfigured": false
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        readonly keys: readonly {
                            readonly id: string;
                            readonly name: string;
                            readonly roles: readonly ("synthesis" | "admin")[];
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly expiresAt: string | null;
                            readonly revokedAt: string | null;
                            /**
                             * @description Whether it is accepted now: active, or expired or revoked
                             * @enum {string}
                             */
                            readonly state: "active" | "expired" | "revoked";
                            readonly maxConcurrent: number | null;
                            /** @description Its own limits */
                            readonly limits: {
                                readonly sockets?: number;
                                readonly requestsPerSecond?: number;
                                readonly charactersPerMinute?: number;
                                readonly weight?: number;
                            };
                            /** @description Precise to the minute; of the configured key, since the server has started */
                            readonly lastUsedAt: string | null;
                            /** @description Whether it is the key of HOARFROST_API_KEY, which cannot be revoked */
                            readonly isConfigured: boolean;
                        }[];
                    };
                };
            };
        };
    };
    readonly createKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key, which is shown only here */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "4d2f6ab01c9e",
                     *       "name": "phone",
                     *       "roles": [
                     *         "synthesis"
                     *       ],
                     *       "createdAt": "2026-03-01T12:00:00.000Z",
                     *       "expiresAt": null,
                     *       "revokedAt": null,
                     *       "state": "active",
                     *       "maxConcurrent": 4,
                     *       "limits": {
                     *         "sockets": 10
                     *       },
                     *       "lastUsedAt": null,
                     *       "isConfigured": false,
                     *       "key": "hf_bGV0dGVycyBhbmQgZGlnaXRz"
                     *     }
                     */
                    readonly "application/json": {
                        readonly id: string;
                        readonly name: string;
                        readonly roles: readonly ("synthesis" | "admin")[];
                        /** Format: date-time */
                        readonly createdAt: string;
                        readonly expiresAt: string | null;
                        readonly revokedAt: string | null;
                        /**
                         * @description Whether it is accepted now: active, or expired or revoked
                         * @enum {string}
                         */
                        readonly state: "active" | "expired" | "revoked";
                        readonly maxConcurrent: number | null;
                        /** @description Its own limits */
                        readonly limits: {
                            readonly sockets?: number;
                            readonly requestsPerSecond?: number;
                            readonly charactersPerMinute?: number;
                            readonly weight?: number;
                        };
                        /** @description Precise to the minute; of the configured key, since the server has started */
                        readonly lastUsedAt: string | null;
                        /** @description Whether it is the key of HOARFROST_API_KEY, which cannot be revoked */
                        readonly isConfigured: boolean;
                        /** @description The key; it is not shown again */
                        readonly key: string;
                    };
                };
            };
        };
    };
    readonly getUsage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sums */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "day": "2026-03-01",
                     *           "model": "coda",
                     *           "requests": 12,
                     *           "characters": 480,
                     *           "audioSeconds": 31.25,
                     *           "errors": 0,
                     *           "firstAudioMs": {
                     *             "p50": 9.51,
                     *             "p95": 16,
                     *             "p99": 19
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly day?: string;
                            /** @description Id of the key; empty for protocols without keys */
                            readonly key?: string;
                            readonly model?: string;
                            readonly protocol?: string;
                            readonly voice?: string;
                            /** @description Answers over HTTP and sockets that began to speak */
                            readonly requests: number;
                            /** @description Unicode code points of the texts */
                            readonly characters: number;
                            readonly audioSeconds: number;
                            /** @description How many of the requests failed */
                            readonly errors: number;
                            /** @description From a request over HTTP to its first audio, exact to 5 %; null without such requests */
                            readonly firstAudioMs: {
                                readonly p50: number;
                                readonly p95: number;
                                readonly p99: number;
                            } | null;
                        }[];
                    };
                    readonly "text/csv": unknown;
                };
            };
        };
    };
    readonly getLiveFigures: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The figures */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Responses and WebSocket turns that are spoken or waiting, without jobs */
                        readonly streams: number;
                        /** @description Open WebSockets */
                        readonly sockets: number;
                        /** @description Those whose next utterance waits for a thread */
                        readonly queue: number;
                        readonly threads: readonly {
                            readonly name: string;
                            readonly busy: boolean;
                        }[];
                        /** @description Answers that are encoded in encoder threads */
                        readonly encoders: number;
                        readonly cache: {
                            readonly bytes: number;
                            readonly hits: number;
                            readonly misses: number;
                        };
                        readonly memoryBytes: number;
                        /** @description Since the last request of this route */
                        readonly eventLoopDelayMs: {
                            readonly p50: number;
                            readonly p99: number;
                        };
                        /** @description Engines, how many voices prefer each, and how many streams it speaks now, with those of jobs */
                        readonly engines: readonly {
                            readonly name: string;
                            readonly voices: number;
                            readonly streams: number;
                        }[];
                        readonly packs: readonly {
                            readonly name: string;
                            readonly version: string;
                            /** @enum {string} */
                            readonly state: "in use" | "failed";
                            readonly voices: number;
                            readonly wordTimes: ("exact" | "estimated") | null;
                        }[];
                        /** @description Preferred engines that cannot run on this machine or have failed; others speak for them */
                        readonly missing: readonly string[];
                        readonly uptimeSeconds: number;
                        /** @description The last 200 requests that were refused or failed, the newest first */
                        readonly refusals: readonly {
                            /** Format: date-time */
                            readonly at: string;
                            readonly protocol: string;
                            readonly route: string;
                            readonly status: number;
                            readonly reason: string;
                        }[];
                    };
                };
            };
        };
    };
    readonly listPacks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The packs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Installed packs */
                        readonly packs: readonly {
                            readonly name: string;
                            readonly version: string;
                            readonly family: string;
                            readonly summary: string;
                            /** @description Size of its files */
                            readonly bytes: number;
                            readonly licences: readonly {
                                readonly of: string;
                                readonly spdx: string;
                                readonly holder: string;
                            }[];
                            /** @enum {string} */
                            readonly state: "in use" | "failed" | "not in use" | "replaced";
                            /** @description Voices that it speaks */
                            readonly voices: number;
                        }[];
                        /** @description Packs that can be installed */
                        readonly available: readonly {
                            readonly name: string;
                            readonly version: string;
                            readonly family: string;
                            readonly summary: string;
                            /** @description Size of its files */
                            readonly bytes: number;
                            readonly licences: readonly {
                                readonly of: string;
                                readonly spdx: string;
                                readonly holder: string;
                            }[];
                            /** @description Whether `/v1/packs/{name}/sample` has a sample */
                            readonly hasSample: boolean;
                        }[];
                        /** @description Installations since the server started, the latest of each pack */
                        readonly installs: readonly {
                            readonly name: string;
                            readonly bytes: number;
                            readonly totalBytes: number;
                            readonly bytesPerSecond: number;
                            /** @enum {string} */
                            readonly state: "running" | "installed" | "failed";
                            readonly error: string | null;
                        }[];
                    };
                };
            };
        };
    };
    readonly installPack: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The installation has begun */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "kokoro"
                     *     }
                     */
                    readonly "application/json": {
                        readonly name: string;
                    };
                };
            };
        };
    };
    readonly listWords: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entries, by word */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "word": "nginx",
                     *         "language": "eng",
                     *         "pronunciation": "EH1 N JH AH0 N EH1 K S",
                     *         "addedAt": "2026-03-01T12:00:00.000Z",
                     *         "addedBy": "4d2f6ab01c9e"
                     *       }
                     *     ]
                     */
                    readonly "application/json": readonly {
                        readonly word: string;
                        /**
                         * @description Of the texts in which it is pronounced so
                         * @enum {string}
                         */
                        readonly language: "eng" | "spa" | "jpn" | "por" | "ger" | "ara" | "fra" | "hin" | "ita" | "nld";
                        readonly pronunciation: string;
                        /** Format: date-time */
                        readonly addedAt: string;
                        /** @description Id of the key that added it, or that requested it; null for a command */
                        readonly addedBy: string | null;
                    }[];
                    readonly "text/csv": unknown;
                };
            };
        };
    };
    readonly importWords: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All entries are added */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "imported": 2
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Number of entries that were added or replaced */
                        readonly imported: number;
                    };
                };
            };
        };
    };
    readonly listWordRequests: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The requests */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "c3ab8ff13720",
                     *         "word": "nginx",
                     *         "language": "eng",
                     *         "pronunciation": "EH1 N JH AH0 N EH1 K S",
                     *         "predicted": false,
                     *         "note": "",
                     *         "status": "requested",
                     *         "requestedAt": "2026-03-01T12:00:00.000Z",
                     *         "due": "2026-03-02T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    readonly "application/json": readonly {
                        readonly id: string;
                        readonly word: string;
                        /** @enum {string} */
                        readonly language: "eng" | "spa" | "jpn" | "por" | "ger" | "ara" | "fra" | "hin" | "ita" | "nld";
                        /** @description The one to be added, or the one that was added */
                        readonly pronunciation: string;
                        /** @description Whether it was predicted because the caller gave none */
                        readonly predicted: boolean;
                        readonly note: string;
                        /** @enum {string} */
                        readonly status: "requested" | "added" | "rejected";
                        /** Format: date-time */
                        readonly requestedAt: string;
                        /** Format: date-time */
                        readonly due: string;
                        /**
                         * Format: date-time
                         * @description Absent while the request is open
                         */
                        readonly judgedAt?: string;
                        /** @description Id of the key that made the request; for operators only */
                        readonly keyId?: string;
                    }[];
                };
            };
        };
    };
    readonly requestWord: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The request */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c3ab8ff13720",
                     *       "word": "nginx",
                     *       "status": "requested",
                     *       "due": "2026-03-02T12:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": {
                        readonly id: string;
                        readonly word: string;
                        /** @constant */
                        readonly status: "requested";
                        /**
                         * Format: date-time
                         * @description When it is added if nobody has judged it
                         */
                        readonly due: string;
                    };
                };
            };
        };
    };
    readonly listJobs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The jobs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobs": [
                     *         {
                     *           "id": "0b8e6c1e-3c1f-4f0e-9d0a-5d2f1c7a9e11",
                     *           "name": "Moby-Dick",
                     *           "state": "running",
                     *           "kind": "text",
                     *           "modelId": "coda",
                     *           "speaker": "luna",
                     *           "lang": "eng",
                     *           "audioFormat": "mp3",
                     *           "captions": [
                     *             "srt"
                     *           ],
                     *           "samplingRate": 24000,
                     *           "characters": 21000,
                     *           "charactersDone": 10500,
                     *           "secondsLeft": 60,
                     *           "error": null,
                     *           "keyId": "k1",
                     *           "createdAt": "2026-01-02T03:04:05.000Z",
                     *           "startedAt": "2026-01-02T03:04:06.000Z",
                     *           "endedAt": null,
                     *           "expiresAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        readonly jobs: readonly {
                            readonly id: string;
                            /** @description As it was submitted; null if it has none */
                            readonly name: string | null;
                            /** @enum {string} */
                            readonly state: "queued" | "running" | "done" | "failed" | "cancelled";
                            /**
                             * @description A text, or prompts, whose result is a zip archive
                             * @enum {string}
                             */
                            readonly kind: "text" | "prompts";
                            readonly modelId: string;
                            readonly speaker: string;
                            readonly lang: string;
                            /** @enum {string} */
                            readonly audioFormat: "wav" | "mp3" | "ogg" | "webm" | "flac" | "pcm" | "f32le" | "mulaw" | "alaw" | "aac" | "m4b";
                            readonly captions: readonly ("srt" | "vtt" | "json")[];
                            readonly samplingRate: number;
                            /** @description Characters of the text, white space around parts included */
                            readonly characters: number;
                            /** @description Characters that are spoken and stored */
                            readonly charactersDone: number;
                            /** @description Estimate, of a queued job from its beginning; null if unknown or if the job has ended */
                            readonly secondsLeft: number | null;
                            /** @description Why the job failed */
                            readonly error: string | null;
                            /** @description Id of the key that submitted it */
                            readonly keyId: string;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly startedAt: string | null;
                            readonly endedAt: string | null;
                            /** @description When an ended job and its result are removed */
                            readonly expiresAt: string | null;
                        }[];
                    };
                };
            };
        };
    };
    readonly submitJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job; its address is in `Location` */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b8e6c1e-3c1f-4f0e-9d0a-5d2f1c7a9e11",
                     *       "name": "Moby-Dick",
                     *       "state": "running",
                     *       "kind": "text",
                     *       "modelId": "coda",
                     *       "speaker": "luna",
                     *       "lang": "eng",
                     *       "audioFormat": "mp3",
                     *       "captions": [
                     *         "srt"
                     *       ],
                     *       "samplingRate": 24000,
                     *       "characters": 21000,
                     *       "charactersDone": 10500,
                     *       "secondsLeft": 60,
                     *       "error": null,
                     *       "keyId": "k1",
                     *       "createdAt": "2026-01-02T03:04:05.000Z",
                     *       "startedAt": "2026-01-02T03:04:06.000Z",
                     *       "endedAt": null,
                     *       "expiresAt": null,
                     *       "chapters": [
                     *         {
                     *           "number": 1,
                     *           "title": "Loomings",
                     *           "characters": 21000,
                     *           "charactersDone": 10500,
                     *           "audioSeconds": 700
                     *         }
                     *       ],
                     *       "webhook": null
                     *     }
                     */
                    readonly "application/json": {
                        readonly id: string;
                        /** @description As it was submitted; null if it has none */
                        readonly name: string | null;
                        /** @enum {string} */
                        readonly state: "queued" | "running" | "done" | "failed" | "cancelled";
                        /**
                         * @description A text, or prompts, whose result is a zip archive
                         * @enum {string}
                         */
                        readonly kind: "text" | "prompts";
                        readonly modelId: string;
                        readonly speaker: string;
                        readonly lang: string;
                        /** @enum {string} */
                        readonly audioFormat: "wav" | "mp3" | "ogg" | "webm" | "flac" | "pcm" | "f32le" | "mulaw" | "alaw" | "aac" | "m4b";
                        readonly captions: readonly ("srt" | "vtt" | "json")[];
                        readonly samplingRate: number;
                        /** @description Characters of the text, white space around parts included */
                        readonly characters: number;
                        /** @description Characters that are spoken and stored */
                        readonly charactersDone: number;
                        /** @description Estimate, of a queued job from its beginning; null if unknown or if the job has ended */
                        readonly secondsLeft: number | null;
                        /** @description Why the job failed */
                        readonly error: string | null;
                        /** @description Id of the key that submitted it */
                        readonly keyId: string;
                        /** Format: date-time */
                        readonly createdAt: string;
                        readonly startedAt: string | null;
                        readonly endedAt: string | null;
                        /** @description When an ended job and its result are removed */
                        readonly expiresAt: string | null;
                        readonly chapters: readonly {
                            /** @description From 1 */
                            readonly number: number;
                            readonly title: string;
                            readonly characters: number;
                            readonly charactersDone: number;
                            /** @description Length of the audio so far */
                            readonly audioSeconds: number;
                        }[];
                        readonly webhook: {
                            readonly host: string;
                            /** @enum {string} */
                            readonly state: "waiting" | "due" | "delivered" | "failed";
                            /** @description Requests that were sent */
                            readonly attempts: number;
                            /** @description HTTP status of the last response; null if there was none */
                            readonly status: number | null;
                        } | null;
                    };
                };
            };
        };
    };
    readonly estimateJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The estimate */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "audioSeconds": 46154,
                     *       "seconds": 9231
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Length of the audio */
                        readonly audioSeconds: number;
                        /** @description From the beginning of the job to its end, if nothing else is spoken meanwhile; null if unknown */
                        readonly seconds: number | null;
                    };
                };
            };
        };
    };
    readonly getJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b8e6c1e-3c1f-4f0e-9d0a-5d2f1c7a9e11",
                     *       "name": "Moby-Dick",
                     *       "state": "running",
                     *       "kind": "text",
                     *       "modelId": "coda",
                     *       "speaker": "luna",
                     *       "lang": "eng",
                     *       "audioFormat": "mp3",
                     *       "captions": [
                     *         "srt"
                     *       ],
                     *       "samplingRate": 24000,
                     *       "characters": 21000,
                     *       "charactersDone": 10500,
                     *       "secondsLeft": 60,
                     *       "error": null,
                     *       "keyId": "k1",
                     *       "createdAt": "2026-01-02T03:04:05.000Z",
                     *       "startedAt": "2026-01-02T03:04:06.000Z",
                     *       "endedAt": null,
                     *       "expiresAt": null,
                     *       "chapters": [
                     *         {
                     *           "number": 1,
                     *           "title": "Loomings",
                     *           "characters": 21000,
                     *           "charactersDone": 10500,
                     *           "audioSeconds": 700
                     *         }
                     *       ],
                     *       "webhook": null
                     *     }
                     */
                    readonly "application/json": {
                        readonly id: string;
                        /** @description As it was submitted; null if it has none */
                        readonly name: string | null;
                        /** @enum {string} */
                        readonly state: "queued" | "running" | "done" | "failed" | "cancelled";
                        /**
                         * @description A text, or prompts, whose result is a zip archive
                         * @enum {string}
                         */
                        readonly kind: "text" | "prompts";
                        readonly modelId: string;
                        readonly speaker: string;
                        readonly lang: string;
                        /** @enum {string} */
                        readonly audioFormat: "wav" | "mp3" | "ogg" | "webm" | "flac" | "pcm" | "f32le" | "mulaw" | "alaw" | "aac" | "m4b";
                        readonly captions: readonly ("srt" | "vtt" | "json")[];
                        readonly samplingRate: number;
                        /** @description Characters of the text, white space around parts included */
                        readonly characters: number;
                        /** @description Characters that are spoken and stored */
                        readonly charactersDone: number;
                        /** @description Estimate, of a queued job from its beginning; null if unknown or if the job has ended */
                        readonly secondsLeft: number | null;
                        /** @description Why the job failed */
                        readonly error: string | null;
                        /** @description Id of the key that submitted it */
                        readonly keyId: string;
                        /** Format: date-time */
                        readonly createdAt: string;
                        readonly startedAt: string | null;
                        readonly endedAt: string | null;
                        /** @description When an ended job and its result are removed */
                        readonly expiresAt: string | null;
                        readonly chapters: readonly {
                            /** @description From 1 */
                            readonly number: number;
                            readonly title: string;
                            readonly characters: number;
                            readonly charactersDone: number;
                            /** @description Length of the audio so far */
                            readonly audioSeconds: number;
                        }[];
                        readonly webhook: {
                            readonly host: string;
                            /** @enum {string} */
                            readonly state: "waiting" | "due" | "delivered" | "failed";
                            /** @description Requests that were sent */
                            readonly attempts: number;
                            /** @description HTTP status of the last response; null if there was none */
                            readonly status: number | null;
                        } | null;
                    };
                };
            };
        };
    };
    readonly removeJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is cancelled or removed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listClients: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The programs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description URL of the server in the programs */
                        readonly url: string;
                        readonly speaker: string;
                        readonly programs: readonly {
                            /** @enum {string} */
                            readonly name: "livekit" | "pipecat" | "vapi" | "jambonz" | "openai" | "home-assistant" | "media-streams";
                            readonly title: string;
                            readonly summary: string;
                            /**
                             * @description For `POST /v1/clients/{name}/check`
                             * @enum {string}
                             */
                            readonly client: "livekit" | "livekit-python" | "pipecat" | "rime-cli" | "rime-grpc" | "openai" | "openwebui" | "home-assistant" | "vapi" | "jambonz" | "media-streams" | "deepgram" | "deepgram-flux" | "elevenlabs" | "cartesia" | "curl";
                            /** @description The complete program */
                            readonly file: {
                                readonly name: string;
                                readonly text: string;
                            };
                            /** @description What to run. `YOUR_KEY` stands for the key */
                            readonly commands: readonly string[];
                            /** @description What an existing program needs instead */
                            readonly lines: {
                                /** @enum {string} */
                                readonly language: "js" | "python" | "sh" | "json" | "text";
                                readonly code: string;
                            };
                        }[];
                    };
                };
            };
        };
    };
    readonly checkClient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One line for each check */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": {
                        readonly check: string;
                        /** @enum {string} */
                        readonly outcome: "passed" | "warning" | "failed";
                        /** @description What was found, or what is wrong */
                        readonly detail: string;
                        /** @description What to change */
                        readonly hint: string | null;
                    };
                };
            };
        };
    };
}
