// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// The streams that a command writes to, which may be a full disk, closed, or a pipe that nobody reads.
package enum StandardStreams {
    /// To be called first in `main`, before anything is opened.
    package static func prepare() {
        // A reader that is gone is an error of whoever writes, and ends no command that has a database open.
        signal(SIGPIPE, SIG_IGN)
        // What is opened later, such as the database, must not get the number of a stream that is closed. Writing to
        // the stream fails all the same, because what has its number can only be read.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes all bytes; returns the error's code where that fails.
    fileprivate static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let (count, code) = rest.withUnsafeBytes { (Foundation.write(descriptor, $0.baseAddress, $0.count), errno) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if code == EAGAIN {
                var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&stream, 1, -1)
            } else if code != EINTR {
                return code
            }
        }
        return nil
    }
}

/// Writes an answer, which is a line, to standard output.
///
/// - Throws: ``Complaint`` when it cannot be written; it holds the answer, so that nothing is lost.
package func answer(_ line: String) throws {
    switch StandardStreams.write("\(line.printable)\n", to: STDOUT_FILENO) {
    case nil: return
    case EPIPE?: throw Complaint.nobodyReads
    case let code?:
        throw Complaint.output("the answer cannot be written: \(String(cString: strerror(code))). It is: \(line)")
    }
}

/// Writes lines to standard error; where that fails, nobody is left to be told.
package func complain(_ text: String) {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
        "\(String($0).printable)\n"
    }
    _ = StandardStreams.write(lines.joined(), to: STDERR_FILENO)
}

extension String {
    /// The text without what a terminal would obey, which stands as `\u{1B}` there: control characters, ends of lines,
    /// and what turns the direction of writing.
    package var printable: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
            default: text += scalar.properties.isBidiControl ? scalar.escaped(asASCII: true) : String(scalar)
            }
        }
        return text
    }
}
