// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
import Glibc

// What the module of the C library does not offer to Swift.

@_silgen_name("fork") func forkProcess() -> pid_t
@_silgen_name("memfd_create") func makeMemoryFile(_ name: UnsafePointer<CChar>, _ flags: UInt32) -> Int32
@_silgen_name("personality") func setPersonality(_ persona: UInt) -> Int32
@_silgen_name("prctl")
func setOption(_ option: Int32, _ a: UInt, _ b: UnsafeRawPointer?, _ c: UInt, _ d: UInt) -> Int32
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
func addCloseFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ from: Int32) -> Int32

@_silgen_name("dispatch_queue_get_label") func labelOfQueue(_ queue: UnsafeRawPointer?) -> UnsafePointer<CChar>

// What the runtime of Swift knows of jobs and tasks.

@_silgen_name("swift_task_getJobTaskId") private func jobNumber(_ job: UnsafeRawPointer) -> UInt64

/// The number of the task that a job is a step of, or 0 when it is of none: an actor's turn.
func taskNumber(of job: UnownedJob) -> UInt64 {
    // Sound: a job is a pointer to what the runtime has allocated for it, and has not run yet. The flags, of which the
    // lowest byte is the kind and 0 is that of a task, follow two words of the object and two of its executor.
    let pointer = unsafeBitCast(job, to: UnsafeRawPointer.self)
    return pointer.load(fromByteOffset: 32, as: UInt8.self) == 0 ? jobNumber(pointer) : 0
}

/// The number of the task that runs on this thread, or 0.
var currentTaskNumber: UInt64 {
    withUnsafeCurrentTask { task in
        guard let task else { return 0 }
        // Sound: it is a struct whose only part is the pointer to the task, which runs.
        return jobNumber(unsafeBitCast(task, to: UnsafeRawPointer.self))
    }
}

/// Whether the addresses of this process are the same each time.
func fixAddressesOfChildren<Result>(_ body: (_ isFixed: Bool) -> Result) -> Result {
    let isUnrandomized: UInt = 0x004_0000
    let old = setPersonality(0xffff_ffff)
    let isFixed = old >= 0 && setPersonality(UInt(old) | isUnrandomized) >= 0
    // It is the thread's and goes to what the thread starts: this process itself stays as it is.
    defer { if isFixed { _ = setPersonality(UInt(old)) } }
    return body(isFixed)
}
#endif
