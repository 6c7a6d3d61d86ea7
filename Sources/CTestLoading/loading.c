#include "CTestLoading.h"

__attribute__((constructor)) static void begin(void) {
    strobe_begin_test_reporting();
}
