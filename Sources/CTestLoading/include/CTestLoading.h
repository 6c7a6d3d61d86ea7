// Runs a function of Swift when a program is loaded, before its main: Swift itself has nothing that does that.
#ifndef CTESTLOADING_H
#define CTESTLOADING_H

/// Defined in StrobeTestReporting.
void strobe_begin_test_reporting(void);

#endif
