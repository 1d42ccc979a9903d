// The runtime's clock, marks, measures and their observers.

interface Performance extends EventTarget {
  /** Milliseconds since `timeOrigin`, by the runtime's clock. */
  now(): number;
  /** Milliseconds from 1970 to the start of the runtime. */
  readonly timeOrigin: number;
  mark(name: string, options?: PerformanceMarkOptions): PerformanceMark;
  /** The time between two marks or times; by default from 0 until now. */
  measure(name: string, startOrOptions?: string | PerformanceMeasureOptions, end?: string): PerformanceMeasure;
  clearMarks(name?: string): void;
  clearMeasures(name?: string): void;
  /** The marks and measures, ordered by start time. The first 10,000 of each are kept until they are cleared. */
  getEntries(): PerformanceEntry[];
  getEntriesByName(name: string, type?: string): PerformanceEntry[];
  getEntriesByType(type: string): PerformanceEntry[];
  toJSON(): any;
}
declare var Performance: { prototype: Performance; new (): never };
declare var performance: Performance;

interface PerformanceMarkOptions {
  detail?: unknown;
  startTime?: number;
}
interface PerformanceMeasureOptions {
  detail?: unknown;
  start?: string | number;
  duration?: number;
  end?: string | number;
}
interface PerformanceEntry {
  readonly name: string;
  readonly entryType: string;
  /** Milliseconds since `performance.timeOrigin`. */
  readonly startTime: number;
  /** Milliseconds; 0 for a mark. */
  readonly duration: number;
  toJSON(): any;
}
declare var PerformanceEntry: { prototype: PerformanceEntry; new (): never };
interface PerformanceMark extends PerformanceEntry {
  /** A copy of the `detail` option, or null. */
  readonly detail: any;
}
declare var PerformanceMark: { prototype: PerformanceMark; new (name: string, options?: PerformanceMarkOptions): PerformanceMark };
interface PerformanceMeasure extends PerformanceEntry {
  readonly detail: any;
}
declare var PerformanceMeasure: { prototype: PerformanceMeasure; new (): never };
interface PerformanceObserverEntryList {
  getEntries(): PerformanceEntry[];
  getEntriesByName(name: string, type?: string): PerformanceEntry[];
  getEntriesByType(type: string): PerformanceEntry[];
}
declare var PerformanceObserverEntryList: { prototype: PerformanceObserverEntryList; new (): never };
interface PerformanceObserver {
  /** Pass `entryTypes`, or one `type`; with `buffered`, its earlier entries are delivered first. */
  observe(options?: { entryTypes?: readonly string[]; type?: string; buffered?: boolean }): void;
  disconnect(): void;
  takeRecords(): PerformanceEntry[];
}
declare var PerformanceObserver: {
  prototype: PerformanceObserver;
  new (
    callback: (entries: PerformanceObserverEntryList, observer: PerformanceObserver, options: { droppedEntriesCount?: number }) => void,
  ): PerformanceObserver;
  readonly supportedEntryTypes: readonly string[];
};
